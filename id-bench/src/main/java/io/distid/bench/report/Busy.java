package io.distid.bench.report;

import io.distid.bench.results.Environment;
import java.util.Optional;

/** Says of a run that other processes took much of the machine meanwhile. Stateless: safe for use by any number of threads. */
final class Busy {
    /** A tenth, as of what a host takes. */
    private static final double MOST = 0.1;

    private Busy() {}

    /** A line without a full stop; empty if the machine was not busy, or that cannot be told. */
    static Optional<String> line(Environment environment) {
        Double others = environment.others();
        return others == null || others <= MOST
                ? Optional.empty()
                : Optional.of("the machine was busy: other processes took " + Units.ratio(others)
                        + " of its CPU time during the run, so rates are lower and times longer than it can do");
    }
}
