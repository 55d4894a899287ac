package io.distid.leaf;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.StoreRegressedException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/** Failures of loads and of waiting for them, as callers see them. */
final class Failures {
    private Failures() {}

    /** Whether asking the store again soon may help. */
    static boolean isTransient(IdException failure) {
        return failure instanceof BackendException;
    }

    /** A failure of the same kind with the caller's own stack, the load's own as its cause. */
    static IdException ofCaller(IdException failure) {
        String message = failure.getMessage();
        if (failure instanceof ConfigException) {
            return new ConfigException(message, failure);
        }
        if (failure instanceof IdsExhaustedException) {
            return new IdsExhaustedException(message, failure);
        }
        if (failure instanceof StoreRegressedException) {
            return new StoreRegressedException(message, failure);
        }
        return new BackendException(message, failure);
    }

    /** What the store threw, as an {@link IdException}. */
    static IdException of(String tag, Throwable thrown) {
        if (thrown instanceof IdException known) {
            return known;
        }
        String what = "tag \"" + tag + "\": the segment store ";
        return thrown instanceof IllegalArgumentException
                ? new ConfigException(what + "refused the claim: " + thrown.getMessage(), thrown)
                : new BackendException(what + "failed: " + thrown, thrown);
    }

    /** No segment came in time; the failure of the last load, if there was one, is the cause. */
    static BackendException late(String tag, Duration maxWait, @Nullable IdException cause) {
        String waited = "no ids of tag \"" + tag + "\" came within max-wait = " + maxWait.toMillis() + " ms: ";
        return cause == null
                ? new BackendException(waited + "the store has not answered yet; ids go on once it does")
                : new BackendException(waited + cause.getMessage(), cause);
    }

    /** No segment came in time, since none is loaded before a checkpoint is over. */
    static BackendException exposed(String tag) {
        return new BackendException(
                "no ids of tag \"" + tag + "\" while a checkpoint of the process is made; ids go on after it");
    }

    /** Sets the thread's flag again. */
    static InterruptedIdException interrupted(String tag, InterruptedException e) {
        Thread.currentThread().interrupt();
        return new InterruptedIdException("interrupted while waiting for ids of tag \"" + tag + "\"", e);
    }
}
