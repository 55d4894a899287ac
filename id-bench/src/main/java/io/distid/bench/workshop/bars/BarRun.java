package io.distid.bench.workshop.bars;

import io.distid.bench.throughput.Target;

/** One target at one number of threads. */
record BarRun(Target target, Mode mode, int threads) {

    /** How ids are taken. */
    enum Mode {
        /** One by one. */
        SINGLE,
        /** Single ids, each a request to a server. There are few thousand a second, so the compiler takes long. */
        REQUEST,
        /** Batches of 1024 ids. */
        BATCH,
        /** The first id of a JVM, which is measured most often. */
        FIRST
    }

    /** Single ids of a subject. */
    static BarRun of(String subject, int threads) {
        return of(Target.subject(subject), threads);
    }

    /** Single ids of a subject with a request for each id, by one thread. */
    static BarRun request(String subject) {
        return new BarRun(Target.subject(subject), Mode.REQUEST, 1);
    }

    /** Ids of a subject by the batch of 1024. */
    static BarRun batch(String subject) {
        return new BarRun(Target.subject(subject), Mode.BATCH, 1);
    }

    /** Calls of a reference. */
    static BarRun of(Target target, int threads) {
        return new BarRun(target, Mode.SINGLE, threads);
    }

    /** The first id of a JVM. */
    static BarRun firstId(String subject) {
        return new BarRun(Target.subject(subject), Mode.FIRST, 1);
    }

    /** The name in a line of results. */
    String name() {
        return target.name() + (mode == Mode.BATCH ? " by the batch" : "");
    }

    @Override
    public String toString() {
        return mode == Mode.FIRST
                ? "the first id of " + name()
                : name() + ", " + (threads == 1 ? "1 thread" : threads + " threads");
    }
}
