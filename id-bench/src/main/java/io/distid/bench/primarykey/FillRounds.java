package io.distid.bench.primarykey;

import io.distid.bench.results.Locality;
import io.distid.bench.results.Median;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * The tables that were filled with one kind of key, round by round, beside the plain one of the same round. Not safe for use by
 * several threads.
 */
public final class FillRounds {
    private final List<FillResult> own = new ArrayList<>();
    private final List<FillResult> plain = new ArrayList<>();

    /** Adds a round. */
    public void add(FillResult result, FillResult beside) {
        own.add(result);
        plain.add(beside);
    }

    /** The table that was filled last; there must be one. */
    public FillResult last() {
        return own.get(own.size() - 1);
    }

    /** The result of all rounds so far, at least one. */
    public Locality result(long bufferPoolBytes) {
        List<Double> ratios = new ArrayList<>();
        for (int round = 0; round < own.size(); round++) {
            ratios.add(own.get(round).rowsPerSecond() / plain.get(round).rowsPerSecond());
        }
        FillResult any = own.get(0);
        return new Locality(
                any.type(),
                any.rows(),
                own.size(),
                median(FillResult::rowsPerSecond),
                counted(FillResult::splits),
                counted(FillResult::pagesWritten),
                median(result -> (double) result.bytes() / result.rows()),
                Median.of(ratios),
                bufferPoolBytes,
                null);
    }

    private @Nullable Long counted(Function<FillResult, OptionalLong> figure) {
        return own.stream().map(figure).allMatch(OptionalLong::isPresent)
                ? Math.round(median(result -> (double) figure.apply(result).orElseThrow()))
                : null;
    }

    private double median(Function<FillResult, Double> figure) {
        return Median.of(own.stream().map(figure).toList());
    }
}
