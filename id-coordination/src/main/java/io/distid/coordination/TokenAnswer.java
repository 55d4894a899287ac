package io.distid.coordination;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** The answer of {@link IdempotencyTokens#begin(String)}: a use that has begun, or the reason why not. Safe for use by any number of threads. */
public sealed interface TokenAnswer permits TokenUse, TokenAnswer.NotBegun {

    /** The caller must not act. Immutable. */
    sealed interface NotBegun extends TokenAnswer, TokenStore.Answer permits InProgress, Completed, Refused {}

    /**
     * Another caller has begun. Immutable.
     *
     * @param atMost the time until its deadline, by the store's clock; then another caller can begin, unless the token is completed
     */
    record InProgress(Duration atMost) implements NotBegun {}

    /**
     * The token was completed or consumed before. Immutable, except for the array, which the caller must not change.
     *
     * @param result the result to answer with; null if the token was consumed, or completed without a result
     */
    record Completed(byte @Nullable [] result) implements NotBegun {
        /** Without the result, which may be a secret. */
        @Override
        public String toString() {
            return result == null ? "Completed without a result" : "Completed with " + result.length + " bytes";
        }
    }

    /**
     * The token cannot be used, neither now nor later. Immutable.
     *
     * @param reason {@link Consumption#UNKNOWN}, {@link Consumption#EXPIRED} or {@link Consumption#FOREIGN}
     */
    record Refused(Consumption reason) implements NotBegun {}
}
