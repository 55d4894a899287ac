package io.distid.bench.lab;

import io.distid.bench.machine.CpuTime;

/** Readings of the machine's CPU time, by which the host takes a share of that of one measurement after the other. For use by one thread. */
final class StolenShares {
    private final double[] shares;
    private int read;
    private long stolen;

    StolenShares(double... shares) {
        this.shares = shares;
    }

    CpuTime get() {
        if (read % 2 == 1) {
            stolen += Math.round(1_000 * shares[read / 2]);
        }
        return new CpuTime(1_000L * (++read / 2), stolen);
    }
}
