package io.distid.bench.bars;

import io.distid.bench.throughput.Target;

/**
 * One target at one number of threads.
 *
 * @param target what is measured
 * @param mode how ids are taken
 * @param threads how many share the generator
 */
record BarRun(Target target, Mode mode, int threads) {
    /** How ids are taken. */
    enum Mode {
        /** One by one. */
        SINGLE,
        /** One by one, each a request to a server: a few thousand a second, so that the compiler needs long to be done. */
        REQUEST,
        /** By the batch of 1024. */
        BATCH,
        /** The first of a JVM, which is measured more often than all else. */
        FIRST,
        /** At a fixed rate in the first second of a JVM's generator. */
        FIRST_SECOND,
        /** At a fixed rate, while the store stands still for a while. */
        STORE_PAUSED
    }

    /** Single ids of a subject. */
    static BarRun of(String subject, int threads) {
        return new BarRun(Target.subject(subject), Mode.SINGLE, threads);
    }

    /** Single ids of a subject that asks a server for each, by one thread. */
    static BarRun request(String subject) {
        return new BarRun(Target.subject(subject), Mode.REQUEST, 1);
    }

    /** Ids of a subject by the batch of 1024. */
    static BarRun batch(String subject) {
        return new BarRun(Target.subject(subject), Mode.BATCH, 1);
    }

    /** Calls of a reference or a benchmark. */
    static BarRun of(Target target, int threads) {
        return new BarRun(target, Mode.SINGLE, threads);
    }

    /** The first id of a JVM. */
    static BarRun firstId(Target target) {
        return new BarRun(target, Mode.FIRST, 1);
    }

    /** The first second of a subject. */
    static BarRun firstSecond(String subject) {
        return new BarRun(Target.subject(subject), Mode.FIRST_SECOND, 1);
    }

    /** A subject whose store, the MySQL server, stands still for a while. */
    static BarRun storePaused(String subject) {
        return new BarRun(Target.subject(subject), Mode.STORE_PAUSED, 1);
    }

    boolean batch() {
        return mode == Mode.BATCH;
    }

    /** What it is called in a line of results. */
    String name() {
        return target.name() + (batch() ? " by the batch" : "");
    }

    @Override
    public String toString() {
        if (mode == Mode.FIRST) {
            return "the first id of " + name();
        }
        if (mode == Mode.FIRST_SECOND) {
            return "the first second of " + name();
        }
        if (mode == Mode.STORE_PAUSED) {
            return name() + " while its store stands still";
        }
        return name() + ", " + (threads == 1 ? "1 thread" : threads + " threads");
    }
}
