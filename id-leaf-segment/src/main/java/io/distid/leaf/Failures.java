package io.distid.leaf;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;

/** A load's failure, as its waiting callers get to see it. */
final class Failures {
    private Failures() {}

    /** Whether asking the store again soon may help. */
    static boolean passing(IdException failure) {
        return failure instanceof BackendException;
    }

    /** A failure of the same kind with the caller's own stack, the load's own as its cause. */
    static IdException again(IdException failure) {
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

    /** What the store threw, as an error of the tree. */
    static IdException of(String tag, Throwable thrown) {
        if (thrown instanceof IdException known) {
            return known;
        }
        String what = "tag \"" + tag + "\": the segment store ";
        return thrown instanceof IllegalArgumentException
                ? new ConfigException(what + "refused the claim: " + thrown.getMessage(), thrown)
                : new BackendException(what + "failed: " + thrown, thrown);
    }
}
