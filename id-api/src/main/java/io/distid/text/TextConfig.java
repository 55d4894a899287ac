package io.distid.text;

import io.distid.IdGenerator;
import io.distid.IdKind;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.internal.CleanUp;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Gives every strategy the keys {@code text}, {@code text-prefix} and {@code text-date}. They are applied only here, when a strategy is opened.
 * {@code text} names one of {@link TextForm}, or the form of a {@link TextFormProvider}. Stateless: safe for use by any number of threads.
 */
public final class TextConfig {
    private static final String TEXT = "text";
    private static final String CANONICAL = "canonical";
    private static final String JSON = "json";

    /** The names of {@link TextForm}, which is loaded only if a form other than the first is asked for. */
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
     * @return its own, then the text's
     */
    public static List<ConfigKey> keys(IdGeneratorProvider provider) {
        return keys(provider, Providers.all(TextFormProvider.class));
    }

    private static List<ConfigKey> keys(IdGeneratorProvider provider, List<TextFormProvider> others) {
        List<ConfigKey> keys = new ArrayList<>(provider.keys());
        keys.add(form(provider, others));
        keys.add(ConfigKey.matching(
                "text-prefix", Prefix.PATTERN, Prefix.FORM, null, "what nextText writes before it, such as ord_"));
        keys.add(ConfigKey.flag(
                "text-date", false, "whether nextText writes the day before the id, in UTC as yyyyMMdd"));
        for (TextFormProvider other : others) {
            keys.addAll(other.keys());
        }
        return List.copyOf(keys);
    }

    private static ConfigKey form(IdGeneratorProvider provider, List<TextFormProvider> others) {
        List<String> names = new ArrayList<>(FORMS);
        for (TextFormProvider other : others) {
            names.add(other.name());
        }
        return ConfigKey.choiceOr(
                TEXT,
                names,
                PaddedWidth.PATTERN,
                "padded:1 to padded:99",
                provider.text(),
                "how nextText writes an id; padded:18 has 18 digits, with zeros in front");
    }

    /** Searched only if the settings name another form, so that the first id of a JVM does not wait for the search. */
    private static List<TextFormProvider> others(@Nullable String form, Set<String> given) {
        boolean asked = form != null && !FORMS.contains(form);
        for (String key : given) {
            asked |= isOfOther(key);
        }
        return asked ? Providers.all(TextFormProvider.class) : List.of();
    }

    private static boolean isOfOther(String key) {
        return key.startsWith(TEXT + "-") && !key.equals("text-prefix") && !key.equals("text-date");
    }

    /**
     * Opens a strategy, and gives it the text that the settings ask for.
     *
     * @param given its settings, and those of the text
     * @return the provider's generator if its own text is asked for, else one that differs in {@code nextText} only
     * @throws io.distid.ConfigException if a setting is unknown or wrong
     * @throws io.distid.IdException if it cannot be made ready
     */
    public static IdGenerator open(IdGeneratorProvider provider, Map<String, String> given) {
        List<TextFormProvider> others =
                others(IdConfig.lookUp(provider, form(provider, List.of()), given), given.keySet());
        return open(provider, IdConfig.of(provider, keys(provider, others), given), others);
    }

    /**
     * Opens the strategy that a key names, for code whose operator chooses the strategy of its ids.
     *
     * @param config has the key, and the strategy's settings and those of the text below it, such as {@code strategy.text}
     * @param key the key, a {@linkplain ConfigKey#provider provider's}
     * @return as {@link #open(IdGeneratorProvider, Map)}
     * @throws io.distid.ConfigException if there is no such strategy, or a setting is unknown or wrong
     * @throws io.distid.IdException if it cannot be made ready
     */
    public static IdGenerator open(IdConfig config, String key) {
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, config, key);
        List<TextFormProvider> others = others(config.lookUp(key, form(provider, List.of())), Set.of());
        return open(provider, config.sub(key, keys(provider, others)), others);
    }

    private static IdGenerator open(IdGeneratorProvider provider, IdConfig config, List<TextFormProvider> others) {
        String form = config.text(TEXT);
        for (TextFormProvider other : others) {
            if (other.name().equals(form)) {
                return open(provider, config, other);
            }
        }
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
        if (form.equals(provider.text()) && !dated && !prefixed) {
            return generator;
        }
        try {
            return decorated(generator, config, dated, prefixed ? config.text("text-prefix") : null);
        } catch (RuntimeException | Error e) {
            CleanUp.after(e, generator::close);
            throw e;
        }
    }

    /** The text comes first, so that a wrong setting of it opens nothing. */
    private static IdGenerator open(IdGeneratorProvider provider, IdConfig config, TextFormProvider other) {
        if (config.flag("text-date")) {
            throw config.invalid("text-date", "left out, since the form " + other.name() + " has no date");
        }
        boolean isCaseSensitive = other.isCaseSensitive(config);
        if (provider.kind() == IdKind.LONG) {
            LongText text = other.longs(config);
            return new TextLongGenerator((LongIdGenerator) provider.open(config), text, isCaseSensitive);
        }
        UuidText text = other.uuids(config);
        return new TextUuidGenerator((UuidGenerator) provider.open(config), text, isCaseSensitive);
    }

    private static IdGenerator decorated(
            IdGenerator generator, IdConfig config, boolean dated, @Nullable String prefix) {
        String name = config.text(TEXT);
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
