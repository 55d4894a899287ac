package io.distid.text;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;

/**
 * Gives any strategy the keys {@code text}, {@code text-prefix} and {@code text-date}.
 *
 * <p>A provider lists {@link #keys(List)} and returns {@link #apply(IdConfig, IdGenerator)}.
 */
public final class TextConfig {
    private static final List<ConfigKey> KEYS = List.of(
            ConfigKey.choice("text", TextForm.names(), "canonical", "how nextText writes an id"),
            ConfigKey.matching("text-prefix", Prefix.PATTERN, null, "what nextText writes before it, such as ord_"),
            ConfigKey.flag("text-date", false, "whether nextText writes the day before the id, in UTC as yyyyMMdd"));

    private TextConfig() {}

    /**
     * A strategy's keys and those of the text.
     *
     * @param own the strategy's
     * @return its own, then the text's
     */
    public static List<ConfigKey> keys(List<ConfigKey> own) {
        return Stream.concat(own.stream(), KEYS.stream()).toList();
    }

    /**
     * A generator with the text that the settings ask for.
     *
     * @param config of a provider that lists {@link #keys(List)}
     * @param generator whose text to set; closed with the result
     * @return the same generator if its canonical text is asked for, else one that differs in {@code nextText} only
     */
    public static IdGenerator apply(IdConfig config, IdGenerator generator) {
        TextForm form = TextForm.named(config.text("text"));
        boolean dated = config.flag("text-date");
        boolean prefixed = config.has("text-prefix");
        if (form == TextForm.CANONICAL && !dated && !prefixed) {
            return generator;
        }
        if (generator instanceof LongIdGenerator longs) {
            LongText text = form.longs();
            text = dated ? text.dated(InstantSource.system()) : text;
            return new TextLongGenerator(longs, prefixed ? text.prefixed(config.text("text-prefix")) : text);
        }
        UuidText text = form.uuids();
        text = dated ? text.dated(InstantSource.system()) : text;
        return new TextUuidGenerator(
                (UuidGenerator) generator, prefixed ? text.prefixed(config.text("text-prefix")) : text);
    }
}
