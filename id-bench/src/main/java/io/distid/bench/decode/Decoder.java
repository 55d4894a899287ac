package io.distid.bench.decode;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdKind;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import io.distid.spi.Provider;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Decodes ids by every text form and every layout that fits.
 *
 * <p>Safe for use by any number of threads, as it holds no state.
 */
public final class Decoder {
    private Decoder() {}

    /**
     * The possible readings of a text in any form, with any prefix or date; the likeliest first. A reading is likely if
     * the time is recent and counters are small. A fitting length and alphabet, or a UUID's version and variant, also
     * make it likely.
     */
    public static List<Reading> of(String text, Instant now) {
        return sorted(Texts.of(text).stream().flatMap(written -> switch (written.bits()) {
            case 63 -> NumberLayouts.of(written, now).stream();
            case 128 -> UuidLayouts.of(written, now).stream();
            default -> Stream.of(OtherIds.read(written, now));
        }));
    }

    /**
     * The readings of a text by the layout that the settings of a strategy describe, such as {@code preset} and {@code
     * epoch}; one for each possible form. Throws {@link ConfigException} if a setting is unknown or wrong, or the
     * strategy has no layout.
     */
    public static List<Reading> of(String text, String strategy, Map<String, String> settings, Instant now) {
        IdGeneratorProvider provider = ofNumbers(strategy);
        LayoutReader reader = provider.reader(IdConfig.of(provider, settings));
        return sorted(Texts.of(text).stream()
                .filter(written -> written.bits() == 63 && reader.reads(0, written.low()))
                .map(written -> Reading.of(written, strategy, reader, List.of(), 0, now, "the layout given")));
    }

    /** Whether a text is of any form. */
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

    private static List<Reading> sorted(Stream<Reading> readings) {
        return readings.sorted(Comparator.comparingDouble(Reading::distance)).toList();
    }
}
