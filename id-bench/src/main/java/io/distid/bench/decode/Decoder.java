package io.distid.bench.decode;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdKind;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import io.distid.spi.Provider;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Takes ids apart by every text form and every layout that fits.
 *
 * <p>Safe for use by any number of threads, as it holds no state.
 */
public final class Decoder {
    private Decoder() {}

    /**
     * What a text may say, the likeliest first: ids are mostly young, have small numbers in fields that count from 0, are of the forms that have their length and letters, and a
     * UUID's version and variant are seldom chance.
     *
     * @param text what was pasted, in any form, with any prefix or date
     * @param now the time
     * @return none if it is of no form, or of no layout
     */
    public static List<Reading> of(String text, Instant now) {
        List<RankedReading> readings = new ArrayList<>();
        for (Written written : Texts.of(text)) {
            readings.addAll(written.bits() == 63 ? NumberLayouts.of(written, now) : UuidLayouts.of(written, now));
        }
        return sorted(readings);
    }

    /**
     * What a text says by one layout.
     *
     * @param text what was pasted
     * @param strategy whose settings lay ids out, such as {@code snowflake}
     * @param settings of the layout, such as {@code preset} and {@code epoch}
     * @param now the time
     * @return one reading for each form that the text may be of
     * @throws ConfigException if a setting is unknown or wrong, or the strategy has no layout
     */
    public static List<Reading> of(String text, String strategy, Map<String, String> settings, Instant now) {
        List<RankedReading> readings = new ArrayList<>();
        IdGeneratorProvider provider = ofNumbers(strategy);
        LayoutReader reader = provider.reader(IdConfig.of(provider, settings));
        Texts.of(text).stream()
                .filter(written -> written.bits() == 63 && reader.reads(0, written.number()))
                .forEach(written -> readings.add(NumberLayouts.of(written, strategy, reader, now)));
        return sorted(readings);
    }

    /**
     * Whether a text is of any form.
     *
     * @param text what was pasted
     * @return false if no form reads it
     */
    public static boolean isId(String text) {
        return !Texts.of(text).isEmpty();
    }

    /** The provider whose settings, if it has some, lay out numbers. */
    private static IdGeneratorProvider ofNumbers(String strategy) {
        List<IdGeneratorProvider> all = IdGenerators.providers().stream()
                .filter(Decoder::laysOutNumbers)
                .toList();
        return all.stream()
                .filter(provider -> provider.name().equals(strategy))
                .findFirst()
                .orElseThrow(() -> new ConfigException("strategy is \"" + strategy + "\": only "
                        + all.stream().map(Provider::name).collect(Collectors.joining(" and "))
                        + " have a layout of 63 bits"));
    }

    private static boolean laysOutNumbers(IdGeneratorProvider provider) {
        return provider.kind() == IdKind.LONG && provider.reader(IdConfig.of(provider, Map.of())) != null;
    }

    private static List<Reading> sorted(List<RankedReading> readings) {
        return readings.stream()
                .sorted(Comparator.comparingDouble(RankedReading::distance))
                .map(RankedReading::reading)
                .toList();
    }
}
