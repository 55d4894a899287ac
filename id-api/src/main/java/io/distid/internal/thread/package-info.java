/**
 * State of threads: one value for each platform thread, and shared stripes for virtual threads.
 *
 * <p>For strategies whose threads draw from state of their own. A {@link java.lang.ThreadLocal} alone would lose such state. The common {@link
 * java.util.concurrent.ForkJoinPool} clears the thread locals of its workers between tasks. Also {@link io.distid.internal.thread.Uninterrupted},
 * which defers an interrupt.
 */
@NullMarked
package io.distid.internal.thread;

import org.jspecify.annotations.NullMarked;
