package io.distid.bench.throughput;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One measurement within a forked JVM: {@code warmUp} and {@code iteration} are the ms of an iteration. */
record Trial(int threads, boolean batch, int warmUps, long warmUp, int iterations, long iteration) {
    /** The text for the child JVM. */
    String asArgument() {
        return Stream.of(threads, batch, warmUps, warmUp, iterations, iteration)
                .map(String::valueOf)
                .collect(Collectors.joining(","));
    }

    static Trial ofArgument(String argument) {
        String[] parts = argument.split(",");
        return new Trial(
                Integer.parseInt(parts[0]),
                Boolean.parseBoolean(parts[1]),
                Integer.parseInt(parts[2]),
                Long.parseLong(parts[3]),
                Integer.parseInt(parts[4]),
                Long.parseLong(parts[5]));
    }
}
