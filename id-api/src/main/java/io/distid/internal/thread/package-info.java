/**
 * What belongs to a thread: kept for platform threads one by one, shared in stripes by virtual threads.
 *
 * <p>For strategies whose threads draw from state of their own. {@link java.lang.ThreadLocal} alone does not hold such state: the common
 * {@link java.util.concurrent.ForkJoinPool} clears the thread locals of its workers between tasks.
 * And an interrupt, which is a thread's own, too: {@link io.distid.internal.thread.Uninterrupted} keeps it for afterwards.
 */
@NullMarked
package io.distid.internal.thread;

import org.jspecify.annotations.NullMarked;
