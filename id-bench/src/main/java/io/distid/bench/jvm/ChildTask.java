package io.distid.bench.jvm;

import java.io.Serializable;

/**
 * Work for a child JVM. It is sent in serialized form, and its result comes back so. Called there by one thread.
 *
 * @param <C> the child
 * @param <R> the result, which is serializable or null
 */
@FunctionalInterface
public interface ChildTask<C extends CommandLoop.Child, R> extends Serializable {
    /** Runs in the child; an exception is answered with its reason. */
    R run(C child) throws Exception;

    /** One without a result. Called by one thread. */
    @FunctionalInterface
    interface Order<C extends CommandLoop.Child> extends ChildTask<C, Boolean> {
        /** Runs in the child. */
        void obey(C child) throws Exception;

        @Override
        default Boolean run(C child) throws Exception {
            obey(child);
            return true;
        }
    }
}
