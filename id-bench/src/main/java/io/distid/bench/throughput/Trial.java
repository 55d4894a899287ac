package io.distid.bench.throughput;

import java.io.Serializable;

/** One measurement within a forked JVM: {@code warmUp} and {@code iteration} are the ms of an iteration. */
record Trial(int threads, boolean batch, int warmUps, long warmUp, int iterations, long iteration)
        implements Serializable {}
