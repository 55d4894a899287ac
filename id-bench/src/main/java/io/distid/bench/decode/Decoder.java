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
 * Decodes ids by every text form and every layout that fits.
 *
 * <p>Safe for use by any number of threads, as it holds no state.
 */
public final class Decoder {
    private Decoder() {}

    /**
     * The possible readings of a text, the likeliest first. A reading is likely if the time is recent and counters are
     * small. A fitting length and alphabet, or a UUID's version and variant, also make it likely.
     *
     * @param text the pasted text, in any form, with any prefix or date
     * @param now the time
     * @return the readings; none if no form or no layout fits
     */
    public static List<Reading> of(String text, Instant now) {
        List<RankedReading> readings = new ArrayList<>();
        for (Written written : Texts.of(text)) {
            readings.addAll(written.bits() == 63 ? NumberLayouts.of(written, now) : UuidLayouts.of(written, now));
        }
        return sorted(readings);
    }

    /**
     * The readings of a text by one layout.
     *
     * @param text the pasted text
     * @param strategy a strategy whose settings describe a layout, such as {@code snowflake}
     * @param settings the settings of the layout, such as {@code preset} and {@code epoch}
     * @param now the time
     * @return one reading for each possible form of the text
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

    /** Finds a provider whose settings, if it has some, lay out numbers. */
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
