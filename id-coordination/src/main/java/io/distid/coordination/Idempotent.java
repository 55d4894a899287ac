package io.distid.coordination;

import io.distid.BackendException;
import io.distid.InterruptedIdException;
import java.time.Duration;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;

/**
 * Runs an action once for each token, and answers each repeated request with the result of the first: what a filter before an endpoint does
 * with an {@code Idempotency-Key}. It begins, runs the action, and completes with its result.
 *
 * <p>An action that throws is taken to have had no effect: the token is free again, and the next request runs it. If the process ends
 * amid the action, or is paused beyond the deadline, the next request runs it, too; an action whose effect another system keeps should give
 * that {@link TokenUse#fence()} to check, or the token as its own key.
 *
 * <p>Safe for use by any number of threads.
 */
public final class Idempotent {
    private static final long SHORTEST_PAUSE_NANOS = 5_000_000;
    private static final long LONGEST_PAUSE_NANOS = 250_000_000;

    private final IdempotencyTokens tokens;
    private final Duration wait;

    /**
     * What is done once. Called by one thread, the one that asks for it.
     *
     * @param <E> what it throws
     */
    @FunctionalInterface
    public interface Action<E extends Exception> {
        /**
         * Does it.
         *
         * @param use that has begun; it is completed or released by the caller
         * @return the result, for this request and those that repeat it
         * @throws E if nothing was done
         */
        byte[] run(TokenUse use) throws E;
    }

    /**
     * With the tokens of a store.
     *
     * @param tokens to be closed by the caller
     * @param wait how long a request waits for the result of one that is in progress; zero to answer at once
     */
    public Idempotent(IdempotencyTokens tokens, Duration wait) {
        this.tokens = tokens;
        this.wait = wait;
    }

    /**
     * Runs the action, unless it was run, or is running.
     *
     * <p>Where the store does not answer when the action has run, or refuses, its result is sent again until the deadline, and at last the token is done without one, if the
     * store takes that. An interrupt does not end that: the thread is interrupted again afterwards.
     *
     * @param <E> what the action throws
     * @param token as it came with the request
     * @param request what tells this request from others with the same token, such as method, path and body
     * @param action what is done once
     * @return {@link TokenAnswer.Completed} with the result, be it this action's or an earlier one's; {@link TokenAnswer.InProgress} if another
     *     one is at work and did not end in time; {@link TokenAnswer.Refused} if the token cannot be used
     * @throws E if the action threw it; the token is free again
     * @throws InterruptedException if the thread is interrupted while it waits; nothing was run then
     * @throws InterruptedIdException if the thread is interrupted while the token is begun; nothing was run then. Or as
     *     {@link BackendException}, if the last attempt to send the result was interrupted
     * @throws IllegalArgumentException if the token is malformed; or if the result is longer than {@code max-result}: then the token is
     *     done, without a result
     * @throws NullPointerException if the result is null: then, too
     * @throws io.distid.LeaseLostException if the action has run, and somebody else began meanwhile, since the deadline had passed
     * @throws BackendException if the store does not answer in time, or refuses; if the action had run by then, it may run again, unless the store
     *     refused the result alone: then the token is done, without a result
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
            try {
                use.release();
            } catch (RuntimeException unreleased) {
                e.addSuppressed(unreleased);
            }
            throw e;
        }
        if (result == null || result.length > tokens.calls().maxResult()) {
            untilAnswered(use, use::complete);
        }
        if (result == null) {
            throw new NullPointerException("the action of " + use
                    + " returned null: the token is done, without a result; return an empty array where there is none");
        }
        try {
            untilAnswered(use, () -> use.complete(result));
        } catch (BackendException e) {
            completeWithoutResult(use, e);
            throw e;
        }
        return new TokenAnswer.Completed(result);
    }

    /** A store may refuse a result alone, such as one that is longer than its messages may be. */
    private static void completeWithoutResult(TokenUse use, BackendException refusal) {
        try {
            use.complete();
        } catch (RuntimeException e) {
            refusal.addSuppressed(e);
        }
    }

    /**
     * It was done, and is done again if that is not known: so an outage is waited for as long as nobody else can begin, and an interrupt is
     * passed on only then.
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
                interrupted |= !slept(pause);
            }
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** False if an interrupt ended it early; the thread's flag is cleared then. */
    private static boolean slept(long nanos) {
        try {
            TimeUnit.NANOSECONDS.sleep(nanos);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
