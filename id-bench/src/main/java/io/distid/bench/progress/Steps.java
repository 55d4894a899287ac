package io.distid.bench.progress;

import java.time.Duration;

/** Receives the progress of some work, step by step. Not safe for use by several threads, unless an implementation says so. */
public interface Steps {
    /** Nobody listens. */
    Steps NONE = new Steps() {};

    /** A step begins. */
    default void step(String name, Duration estimate) {}

    /**
     * The step has come so far. May be called any number of times; {@code share}: the share of the step, from 0 to 1.
     */
    default void at(double share) {}

    /** The step has ended. */
    default void done(String result) {}
}
