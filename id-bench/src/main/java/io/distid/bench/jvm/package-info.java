/**
 * Child JVMs: how they are started, with which flags, how settings reach them, the protocol, and the text of a failure.
 * Every JVM that the lab measures in is started here.
 */
@NullMarked
package io.distid.bench.jvm;

import org.jspecify.annotations.NullMarked;
