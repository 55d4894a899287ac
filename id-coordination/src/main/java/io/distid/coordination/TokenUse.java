package io.distid.coordination;

import io.distid.LeaseLostException;
import io.distid.internal.lease.LeaseToken;
import io.distid.internal.thread.Uninterrupted;
import java.time.Duration;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/**
 * A use of a token that has begun. Nobody else can begin until its deadline; afterwards somebody else may, with a greater number.
 *
 * <p>A process can be paused for any time between a look at the clock and its next step. So the action must carry {@link #fence()}, if the resource
 * can check it. If not, the action must tolerate being done twice, when this process was paused beyond the deadline. In any case only the use with
 * the greatest number completes the token.
 *
 * <p>Safe for use by any number of threads.
 */
public final class TokenUse implements TokenAnswer {
    private final TokenCalls tokens;
    private final TokenStore.Use use;
    private final long fence;
    private final Lease lease;
    private final int copies;
    private final ReentrantLock turn = new ReentrantLock();
    private @Nullable String completion;
    private boolean ended;

    TokenUse(TokenCalls tokens, TokenStore.Use use, long fence, Lease lease, int copies) {
        this.tokens = tokens;
        this.use = use;
        this.fence = fence;
        this.lease = lease;
        this.copies = copies;
    }

    /**
     * The fencing number, for the resource to check.
     *
     * @return at least 1. It is greater than that of every earlier use of this token, unless the store lost its record and its clock is behind the
     *     last use.
     */
    public long fence() {
        return fence;
    }

    /**
     * How long nobody else can begin.
     *
     * @return by this process's own clocks; zero once the deadline passed, or this process is known to have been checkpointed
     */
    public Duration remaining() {
        return copies == tokens.copies() ? Duration.ofNanos(Math.max(0, lease.left(tokens.clock))) : Duration.ZERO;
    }

    /**
     * Completes the token, and keeps a result for repeated requests. It succeeds even after the deadline, as long as nobody else has begun: then the
     * action was done once.
     *
     * <p>After a {@link io.distid.BackendException} it may be called again with the same result: a completed token is not completed twice.
     *
     * @param result what {@link IdempotencyTokens#begin(String)} answers from now on
     * @throws LeaseLostException if somebody else has begun, a copy of this process completed the token, or the store lost it. Also if this process
     *     is known to have been copied. The result is not kept then.
     * @throws IllegalArgumentException if the result is longer than {@code max-result}; the token is still begun, and can be completed
     *     {@linkplain #complete() without a result}
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it is done is unknown
     * @throws io.distid.InterruptedIdException as above, if the thread is interrupted during the call; an earlier interrupt does not count
     * @throws IllegalStateException if it was completed or released before, or the tokens are closed
     */
    public void complete(byte[] result) {
        if (result.length > tokens.settings.maxResult()) {
            throw new IllegalArgumentException(
                    "the result of " + this + " has " + result.length + " bytes: key max-result allows "
                            + tokens.settings.maxResult() + "; complete it without a result, or keep it elsewhere");
        }
        end(result.clone());
    }

    /** Completes the token without a result. Otherwise as {@link #complete(byte[])}. */
    public void complete() {
        end(null);
    }

    /**
     * Frees the token at once, for a use that had no effect and never will. Does nothing if somebody else has begun.
     *
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; the token is free after the deadline then
     * @throws IllegalStateException if it was completed or released before, or the tokens are closed
     */
    public void release() {
        inTurn(() -> {
            requireOpen();
            if (copies == tokens.copies()) {
                tokens.store.release(use, fence);
            }
            ended = true;
        });
    }

    /** The token's hash, its store and the number. */
    @Override
    public String toString() {
        return "use " + fence + " of " + tokens.describe(use.key());
    }

    private void end(byte @Nullable [] result) {
        inTurn(() -> {
            requireOpen();
            if (completion == null) {
                // Drawn as late as this: a copy of the process made before draws another name.
                completion = LeaseToken.draw();
            }
            boolean copied = copies != tokens.copies();
            if (copied || !tokens.store.complete(use, fence, completion, result)) {
                ended = true;
                throw new LeaseLostException(this
                        + (copied
                                ? " is not completed: this process may have been copied, and another may use the token with the same number."
                                : " is not completed: its deadline passed and another caller has begun, a copy of"
                                        + " this process completed it, or the store lost it.")
                        + " What was done must have carried its number.");
            }
            ended = true;
        });
    }

    private void inTurn(Runnable step) {
        Uninterrupted.run(() -> {
            turn.lock();
            try {
                step.run();
            } finally {
                turn.unlock();
            }
        });
    }

    private void requireOpen() {
        tokens.requireOpen();
        if (ended) {
            throw new IllegalStateException(this + " was completed or released before");
        }
    }
}
