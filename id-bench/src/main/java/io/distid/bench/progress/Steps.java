package io.distid.bench.progress;

import java.time.Duration;

/** Receives the progress of some work, step by step. Not safe for use by several threads, unless an implementation says so. */
public interface Steps {
    /** Nobody listens. */
    Steps NONE = new Steps() {
        @Override
        public void step(String name, Duration estimate) {}

        @Override
        public void at(double share) {}

        @Override
        public void done(String result) {}
    };

    /** A step begins. */
    void step(String name, Duration estimate);

    /**
     * The step has come so far. May be called any number of times; {@code share}: the share of the step, from 0 to 1.
     */
    void at(double share);

    /** The step has ended. */
    void done(String result);
}
