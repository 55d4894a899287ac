package io.distid.bench.throughput;

/** One measurement within a forked JVM: {@code warmUp} and {@code iteration} are the ms of an iteration. */
record Trial(int threads, boolean batch, int warmUps, long warmUp, int iterations, long iteration) {
    private static final String BETWEEN = ",";

    /** The text for the child JVM. */
    String asArgument() {
        return threads
                + BETWEEN
                + batch
                + BETWEEN
                + warmUps
                + BETWEEN
                + warmUp
                + BETWEEN
                + iterations
                + BETWEEN
                + iteration;
    }

    static Trial ofArgument(String argument) {
        String[] parts = argument.split(BETWEEN);
        return new Trial(
                Integer.parseInt(parts[0]),
                Boolean.parseBoolean(parts[1]),
                Integer.parseInt(parts[2]),
                Long.parseLong(parts[3]),
                Integer.parseInt(parts[4]),
                Long.parseLong(parts[5]));
    }
}
