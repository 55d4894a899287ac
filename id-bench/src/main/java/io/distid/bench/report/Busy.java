package io.distid.bench.report;

import io.distid.bench.results.Environment;
import java.util.Optional;

/**
 * Reports that other processes took much of the machine during a run. Stateless: safe for use by any number of threads.
 */
final class Busy {
    /** The limit: a tenth, as for steal. */
    private static final double MOST = 0.1;

    private Busy() {}

    /** A line without a full stop; empty if the machine was not busy, or its load is unknown. */
    static Optional<String> line(Environment environment) {
        Double others = environment.others();
        return others == null || others <= MOST
                ? Optional.empty()
                : Optional.of("the machine was busy: other processes took " + Units.ratio(others)
                        + " of its CPU time during the run, so rates are lower and times longer than it can do");
    }
}
