package io.distid.coordination;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import io.distid.internal.CleanUp;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Runs an action once for each token, and answers each repeated request with the first result. A filter before an endpoint does this with an {@code
 * Idempotency-Key}. The token is begun, the action runs, and its result completes the token.
 *
 * <p>An action that throws counts as one without effect: the token is free again, and the next request runs the action. If the process ends during
 * the action, or is paused beyond the deadline, the next request runs it, too. If another system keeps the action's effect, let it check {@link
 * TokenUse#fence()}, or give it the token as its own key.
 *
 * <p>Safe for use by any number of threads.
 */
public final class Idempotent {
    private static final long SHORTEST_PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_NANOS = 250_000_000;

    private final IdempotencyTokens tokens;
    private final Duration wait;

    /**
     * The action to run once. It is called by one thread: the caller of the token.
     *
     * @param <E> the exceptions that it throws
     */
    @FunctionalInterface
    public interface Action<E extends Exception> {
        /**
         * Runs the action.
         *
         * @param use the use that has begun; the caller of this method completes or releases it
         * @return the result, for this request and those that repeat it
         * @throws E if nothing was done
         */
        byte[] run(TokenUse use) throws E;
    }

    /**
     * Uses the tokens of a store.
     *
     * @param tokens to be closed by the caller
     * @param wait how long a request waits for the result of one that is in progress; zero to answer at once
     */
    public Idempotent(IdempotencyTokens tokens, Duration wait) {
        this.tokens = tokens;
        this.wait = wait;
    }

    /**
     * Runs the action, unless it has run or is running.
     *
     * <p>If the store does not answer or refuses after the action has run, the result is sent again until the deadline. At last the token is
     * completed without a result, if the store accepts that. An interrupt does not end this: the thread is interrupted again afterwards.
     *
     * @param <E> what the action throws
     * @param token as it came with the request
     * @param request what distinguishes this request from others with the same token, such as method, path and body
     * @param action what is run once
     * @return {@link TokenAnswer.Completed} with the result of this action or of an earlier one. {@link TokenAnswer.InProgress} if another action is
     *     running and did not end in time. {@link TokenAnswer.Refused} if the token cannot be used.
     * @throws E if the action threw it; the token is free again
     * @throws InterruptedException if the thread is interrupted while it waits; nothing was run then
     * @throws InterruptedIdException if the thread is interrupted while the token is begun; nothing was run then. Also as {@link BackendException},
     *     if the last attempt to send the result was interrupted
     * @throws IllegalArgumentException if the token is malformed; or if the result is longer than {@code max-result}: then the token is
     *     done, without a result
     * @throws NullPointerException if the result is null; the token is done, without a result
     * @throws io.distid.LeaseLostException if the action has run, but its deadline passed and somebody else has begun
     * @throws BackendException if the store does not answer in time, or refuses. If the action has run by then, it may run again. If the store
     *     refused only the result, the token is done, without a result.
     * @throws IllegalStateException if the tokens are closed
     */
    public <E extends Exception> TokenAnswer.NotBegun run(String token, byte[] request, Action<E> action)
            throws E, InterruptedException {
        Deadline deadline = Deadline.in(wait);
        long pause = SHORTEST_PAUSE_NANOS;
        while (true) {
            TokenAnswer answer = tokens.begin(token, request);
            if (answer instanceof TokenUse use) {
                return run(use, action);
            }
            long left = deadline.left();
            if (!(answer instanceof TokenAnswer.InProgress progress) || left <= 0) {
                return (TokenAnswer.NotBegun) answer;
            }
            long random = ThreadLocalRandom.current().nextLong(pause / 2, pause + 1);
            TimeUnit.NANOSECONDS.sleep(
                    Math.min(left, Math.min(random, progress.atMost().toNanos() + SHORTEST_PAUSE_NANOS)));
            pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2);
        }
    }

    private <E extends Exception> TokenAnswer.Completed run(TokenUse use, Action<E> action) throws E {
        byte[] result;
        try {
            result = action.run(use);
        } catch (Throwable e) {
            CleanUp.after(e, use::release);
            throw e;
        }
        if (result == null || result.length > tokens.calls().settings.maxResult()) {
            untilAnswered(use, use::complete);
        }
        if (result == null) {
            throw new NullPointerException("the action of " + use
                    + " returned null: the token is done, without a result; return an empty array where there is none");
        }
        try {
            untilAnswered(use, () -> use.complete(result));
        } catch (BackendException e) {
            // As when the result is longer than the store's messages may be.
            CleanUp.after(e, use::complete);
            throw e;
        }
        return new TokenAnswer.Completed(result);
    }

    /**
     * Repeats a step until the store answers, or the deadline is near. The action has run, and would run again if that were not recorded. So an
     * interrupt is passed on only at the end.
     */
    private static void untilAnswered(TokenUse use, Runnable step) {
        boolean interrupted = false;
        try {
            for (long pause = SHORTEST_PAUSE_NANOS; ; pause = Math.min(LONGEST_PAUSE_NANOS, pause * 2)) {
                try {
                    step.run();
                    return;
                } catch (BackendException | InterruptedIdException e) {
                    interrupted |= Thread.interrupted();
                    if (use.remaining().toNanos() <= pause) {
                        throw e;
                    }
                }
                LockSupport.parkNanos(pause);
                interrupted |= Thread.interrupted();
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }
}
