package io.distid.bench.throughput;

import java.io.DataInput;
import java.io.DataOutput;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * What one measurement within a forked JVM found.
 *
 * @param threads how many shared the generator
 * @param batch whether ids were taken by the batch
 * @param rates ids a second, of each iteration
 * @param lead how far the newest id's time was ahead of the clock when an iteration ended, in seconds, the greatest of all; null if
 *     no time can be read out of it
 * @param cpuNanos CPU time of the process for one id, in nanoseconds
 * @param bytes heap allocated for one id, in bytes
 */
public record Sample(
        int threads,
        boolean batch,
        List<Double> rates,
        @Nullable Double lead,
        double cpuNanos,
        double bytes) {
    /** Copies the list. */
    public Sample {
        rates = List.copyOf(rates);
    }

    void write(DataOutput out) throws IOException {
        out.writeInt(threads);
        out.writeBoolean(batch);
        out.writeInt(rates.size());
        for (double rate : rates) {
            out.writeDouble(rate);
        }
        out.writeDouble(lead == null ? Double.NaN : lead);
        out.writeDouble(cpuNanos);
        out.writeDouble(bytes);
    }

    static Sample read(DataInput in) throws IOException {
        int threads = in.readInt();
        boolean batch = in.readBoolean();
        List<Double> rates = new ArrayList<>();
        for (int left = in.readInt(); left > 0; left--) {
            rates.add(in.readDouble());
        }
        double lead = in.readDouble();
        return new Sample(threads, batch, rates, Double.isNaN(lead) ? null : lead, in.readDouble(), in.readDouble());
    }
}
