/**
 * What a process sees that asks for ids: how long single calls take, how long the first one takes, and what the server has to do
 * for them.
 *
 * <p>A JVM of its own is started for each subject and asked, line by line, to open it, to time calls, and to issue a number of
 * ids. {@code SoloSubject} and {@code Takeovers} are the lab's side of it, {@code SoloChild} is the JVM.
 */
@NullMarked
package io.distid.bench.solo;

import org.jspecify.annotations.NullMarked;
