package io.distid.bench.bars;

import io.distid.bench.results.BarLine;
import java.util.List;
import java.util.stream.Stream;

/** Which bars there are, in the order in which they are printed. Stateless: safe for use by any number of threads. */
public final class BarCatalogue {
    private BarCatalogue() {}

    static Stream<Bar> all() {
        return Stream.of(
                        SnowflakeBars.all(),
                        SonyflakeBars.all(),
                        LeafBars.all(),
                        CounterBars.all(),
                        LockBars.all(),
                        UuidBars.all(),
                        TextBars.all(),
                        StartUpBars.all(),
                        MetricsBars.all(),
                        EntityBars.all())
                .flatMap(List::stream);
    }

    /**
     * All bars there are, none of them measured.
     *
     * @param reason why not
     * @return a line for each
     */
    public static List<BarLine> unmeasured(String reason) {
        return all().map(bar -> bar.unmeasured(reason)).toList();
    }

    /**
     * What all bars are called.
     *
     * @return each name once, in their order
     */
    public static List<String> names() {
        return all().map(Bar::name).distinct().toList();
    }
}
