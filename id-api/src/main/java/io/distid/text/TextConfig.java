package io.distid.text;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Gives every strategy the keys {@code text}, {@code text-prefix} and {@code text-date}: applied here, where it is opened, and
 * nowhere else. Stateless: safe for use by any number of threads.
 */
public final class TextConfig {
    private static final String CANONICAL = "canonical";
    private static final String JSON = "json";

    /** Of {@link TextForm}, which is not loaded where nobody asks for another than the first. */
    static final List<String> FORMS = List.of(
            CANONICAL,
            "decimal",
            "padded",
            "hex",
            "crockford",
            "zbase32",
            "base36",
            "base58",
            "base62",
            "base64url",
            JSON,
            "bwmarrin-base2",
            "bwmarrin-base32",
            "bwmarrin-base36",
            "bwmarrin-base58",
            "bwmarrin-base64");

    private TextConfig() {}

    /**
     * A strategy's keys and those of the text.
     *
     * @param own the strategy's
     * @return its own, then the text's
     */
    public static List<ConfigKey> keys(List<ConfigKey> own) {
        List<ConfigKey> keys = new ArrayList<>(own);
        keys.add(ConfigKey.choiceOr(
                "text",
                FORMS,
                PaddedWidth.PATTERN,
                "padded:1 to padded:99",
                CANONICAL,
                "how nextText writes an id; padded:18 has 18 digits, with zeros in front"));
        keys.add(ConfigKey.matching(
                "text-prefix", Prefix.PATTERN, Prefix.FORM, null, "what nextText writes before it, such as ord_"));
        keys.add(ConfigKey.flag(
                "text-date", false, "whether nextText writes the day before the id, in UTC as yyyyMMdd"));
        return List.copyOf(keys);
    }

    /**
     * Opens a strategy, and gives it the text that the settings ask for.
     *
     * @param provider of the strategy
     * @param given its settings, and those of the text
     * @return the provider's generator if its canonical text is asked for, else one that differs in {@code nextText} only
     * @throws io.distid.ConfigException if a setting is unknown or wrong
     * @throws io.distid.IdException if it cannot be made ready
     */
    public static IdGenerator open(IdGeneratorProvider provider, Map<String, String> given) {
        return open(provider, IdConfig.of(provider, keys(provider.keys()), given));
    }

    /**
     * Opens the strategy that a key names, for what draws ids of a strategy that its operator chooses.
     *
     * @param config has the key, and the strategy's settings and those of the text below it, such as {@code strategy.text}
     * @param key the key, a {@linkplain ConfigKey#provider provider's}
     * @return as {@link #open(IdGeneratorProvider, Map)}
     * @throws io.distid.ConfigException if there is no such strategy, or a setting is unknown or wrong
     * @throws io.distid.IdException if it cannot be made ready
     */
    public static IdGenerator open(IdConfig config, String key) {
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, config, key);
        return open(provider, config.sub(key, keys(provider.keys())));
    }

    private static IdGenerator open(IdGeneratorProvider provider, IdConfig config) {
        String form = config.text("text");
        boolean dated = config.flag("text-date");
        boolean prefixed = config.has("text-prefix");
        if (form.equals(JSON) && (dated || prefixed)) {
            throw config.invalid(
                    "text",
                    "another form with " + (prefixed ? "text-prefix" : "text-date")
                            + ", which is written before the id: json is one JSON string and nothing else");
        }
        if (PaddedWidth.isIn(form)) {
            PaddedWidth.require(config, provider.kind());
        }
        IdGenerator generator = provider.open(config);
        if (form.equals(CANONICAL) && !dated && !prefixed) {
            return generator;
        }
        try {
            return decorated(generator, config, dated, prefixed ? config.text("text-prefix") : null);
        } catch (RuntimeException | Error e) {
            try {
                generator.close();
            } catch (RuntimeException | Error unclosed) {
                if (unclosed != e) {
                    e.addSuppressed(unclosed);
                }
            }
            throw e;
        }
    }

    private static IdGenerator decorated(
            IdGenerator generator, IdConfig config, boolean dated, @Nullable String prefix) {
        String name = config.text("text");
        TextForm form = PaddedWidth.isIn(name) ? PaddedWidth.form(config, generator) : TextForm.named(name);
        if (generator instanceof LongIdGenerator longs) {
            LongText text = PaddedWidth.isIn(name) ? LongText.padded(PaddedWidth.of(name)) : form.longs();
            text = dated ? text.dated(InstantSource.system()) : text;
            return new TextLongGenerator(longs, prefix == null ? text : text.prefixed(prefix), form.isCaseSensitive());
        }
        UuidText text = form.uuids();
        text = dated ? text.dated(InstantSource.system()) : text;
        return new TextUuidGenerator(
                (UuidGenerator) generator, prefix == null ? text : text.prefixed(prefix), form.isCaseSensitive());
    }
}
