package io.distid.coordination;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** What {@link IdempotencyTokens#begin(String)} answers: a use that has begun, or why not. Safe for use by any number of threads. */
public sealed interface TokenAnswer permits TokenUse, TokenAnswer.NotBegun {

    /** The caller must not do what the token is for. Immutable. */
    sealed interface NotBegun extends TokenAnswer, TokenStore.Answer permits InProgress, Completed, Refused {}

    /**
     * Another one has begun. Immutable.
     *
     * @param atMost until its deadline, by the store's clock; then, unless it is completed, the token can be begun again
     */
    record InProgress(Duration atMost) implements NotBegun {}

    /**
     * It was done. Immutable, but for the array, which the caller must not change.
     *
     * @param result that it was completed with, for the caller to answer with; null if it was consumed, or completed without one
     */
    record Completed(byte @Nullable [] result) implements NotBegun {
        /** Done, and no more; the result may be a secret. */
        @Override
        public String toString() {
            return result == null ? "Completed without a result" : "Completed with " + result.length + " bytes";
        }
    }

    /**
     * It cannot be used, neither now nor later. Immutable.
     *
     * @param reason {@link Consumption#UNKNOWN}, {@link Consumption#EXPIRED} or {@link Consumption#FOREIGN}
     */
    record Refused(Consumption reason) implements NotBegun {}
}
