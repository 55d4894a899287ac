package io.distid.bench.table;

import io.distid.bench.report.Locality;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.ToDoubleFunction;

/** The tables that were filled with one kind of key, round by round, beside the plain one of the same round. */
public final class Fillings {
    private final List<Filling> own = new ArrayList<>();
    private final List<Filling> plain = new ArrayList<>();

    /** With none yet. */
    public Fillings() {}

    /**
     * Adds a round.
     *
     * @param filling of this kind of key
     * @param beside the plain one
     */
    public void add(Filling filling, Filling beside) {
        own.add(filling);
        plain.add(beside);
    }

    /**
     * What came out so far.
     *
     * @param bufferPoolBytes of the server
     * @return medians over the rounds; the ratio is the median of each round's own
     * @throws IllegalStateException if there was no round
     */
    public Locality result(long bufferPoolBytes) {
        if (own.isEmpty()) {
            throw new IllegalStateException("no table was filled");
        }
        double[] ratios = new double[own.size()];
        for (int round = 0; round < ratios.length; round++) {
            ratios[round] = own.get(round).rowsPerSecond() / plain.get(round).rowsPerSecond();
        }
        Filling any = own.get(0);
        boolean counted = own.stream().map(Filling::splits).allMatch(OptionalLong::isPresent);
        return new Locality(
                any.type(),
                any.rows(),
                own.size(),
                median(Filling::rowsPerSecond),
                counted ? Math.round(median(filling -> filling.splits().orElseThrow())) : null,
                median(filling -> (double) filling.bytes() / filling.rows()),
                median(ratios),
                bufferPoolBytes);
    }

    private double median(ToDoubleFunction<Filling> figure) {
        return median(own.stream().mapToDouble(figure).toArray());
    }

    private static double median(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
