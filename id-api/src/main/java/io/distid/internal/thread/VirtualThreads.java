package io.distid.internal.thread;

import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import org.jspecify.annotations.Nullable;

/** Distinguishes virtual threads from platform threads, on any version of Java. Stateless: safe for use by any number of threads. */
public final class VirtualThreads {
    private static final @Nullable MethodHandle IS_VIRTUAL = find();

    private VirtualThreads() {}

    /**
     * Whether a thread is virtual.
     *
     * @return false for every thread on Java before 21
     */
    public static boolean isVirtual(Thread thread) {
        if (IS_VIRTUAL == null) {
            return false;
        }
        try {
            return (boolean) IS_VIRTUAL.invokeExact(thread);
        } catch (Throwable e) {
            throw new IllegalStateException("Thread.isVirtual failed", e);
        }
    }

    private static @Nullable MethodHandle find() {
        if (Runtime.version().feature() < 19) {
            return null; // Not even as a preview; to look for it takes longer than to know.
        }
        try {
            return MethodHandles.publicLookup()
                    .findVirtual(Thread.class, "isVirtual", MethodType.methodType(boolean.class));
        } catch (NoSuchMethodException e) {
            return null; // before Java 21
        } catch (IllegalAccessException e) {
            throw new IllegalStateException(e);
        }
    }
}
