package io.distid.testkit;

import io.distid.BackendException;
import io.distid.IdException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Waits for events that must happen, for as long as a busy machine may take. Stateless.
 *
 * <p>The limit only ends a test that hangs, and proves nothing about speed: a test machine may stand still for seconds.
 */
public final class Eventually {
    /** The limit of a wait, far above the time of any event that a test waits for. */
    public static final Duration LIMIT = Duration.ofMinutes(2);

    private static final Duration INTERVAL = Duration.ofMillis(10);

    private Eventually() {}

    /**
     * Begins a wait that checks at once, then each 10 ms, and fails after {@link #LIMIT}.
     *
     * @param what names the event, for the failure
     * @return a wait without its condition
     */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(INTERVAL)
                // Uncaught errors may come from other tests' threads.
                .dontCatchUncaughtExceptions()
                .atMost(LIMIT);
    }

    /**
     * Calls until a store answers, for at most {@link #LIMIT}: the first calls may be too late for a short time-out.
     *
     * @param <T> the type of the result
     * @param call throws an {@link IdException} if no answer comes
     * @return the first answer
     */
    public static <T> T untilAnswered(Callable<T> call) {
        return await("an answer").ignoreExceptionsInstanceOf(IdException.class).until(call, answer -> true);
    }

    /**
     * Calls until a store carries out a request that may be repeated, for at most {@link #LIMIT}. After a lost answer, the same
     * connection may fail the next call, too. Any other failure than a {@link BackendException} ends the calls.
     *
     * @param call throws a {@link BackendException} if no answer comes
     */
    public static void untilCarriedOut(Runnable call) {
        await("an answer").ignoreExceptionsInstanceOf(BackendException.class).until(() -> {
            call.run();
            return true;
        });
    }
}
