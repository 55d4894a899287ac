package io.distid.testkit;

import io.distid.BackendException;
import io.distid.IdException;
import java.time.Duration;
import java.util.concurrent.Callable;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;

/**
 * Waits for what must happen, for as long as a busy machine may take. Stateless.
 *
 * <p>The limit is there to end a test that hangs, and proves nothing about speed: a test machine may stand still for seconds.
 */
public final class Eventually {
    /** Far longer than anything that a test waits for takes. */
    public static final Duration LIMIT = Duration.ofMinutes(2);

    private static final Duration INTERVAL = Duration.ofMillis(10);

    private Eventually() {}

    /**
     * A wait that looks at once, then each 10 ms, and fails after {@link #LIMIT}.
     *
     * @param what is waited for, as the failure names it
     * @return a wait, still without its condition
     */
    public static ConditionFactory await(String what) {
        return Awaitility.await(what)
                .pollDelay(Duration.ZERO)
                .pollInterval(INTERVAL)
                // Of other tests' threads.
                .dontCatchUncaughtExceptions()
                .atMost(LIMIT);
    }

    /**
     * Calls until a store answers, for at most {@link #LIMIT}: the first calls may be too late for a short time-out.
     *
     * @param <T> what the call returns
     * @param call that throws an {@link IdException} when there is no answer
     * @return the first answer
     */
    public static <T> T untilAnswered(Callable<T> call) {
        return await("an answer").ignoreExceptionsInstanceOf(IdException.class).until(call, answer -> true);
    }

    /**
     * Calls until a store carries out what may be asked of it twice, for at most {@link #LIMIT}: where an answer was lost, the connection
     * that it was lost on may fail the next call, too. Any other failure than a {@link BackendException} ends it.
     *
     * @param call that throws a {@link BackendException} when there is no answer
     */
    public static void untilCarriedOut(Runnable call) {
        await("an answer").ignoreExceptionsInstanceOf(BackendException.class).until(() -> {
            call.run();
            return true;
        });
    }
}
