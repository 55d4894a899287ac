package io.distid.spring.boot;

import io.distid.IdGenerators;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.LockStoreProvider;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.StringJoiner;
import java.util.TreeMap;

/**
 * The metadata that IDEs complete settings by, from the keys that the SPI lists. Strategies share keys, so an entry tells for each of its
 * meanings whose it is.
 */
final class MetadataFile {
    private static final String GENERATORS = "generators.*.";
    private static final String START = "distid.";

    /** One key as one provider means it. */
    private record Meaning(String owner, ConfigKey key) {}

    private final Map<String, List<Meaning>> meanings = new TreeMap<>();

    private MetadataFile() {
        for (IdGeneratorProvider strategy : IdGenerators.providers()) {
            for (ConfigKey key : IdGenerators.keys(strategy)) {
                add(GENERATORS + key.name(), new Meaning(strategy.name(), key));
                if (key.nested()) {
                    for (Provider named : ProviderScope.named(key.name())) {
                        for (ConfigKey inner : named.keys()) {
                            add(
                                    GENERATORS + key.name() + "." + inner.name(),
                                    new Meaning(key.name() + "=" + named.name(), inner));
                        }
                    }
                }
            }
        }
        for (LockStoreProvider store : Providers.all(LockStoreProvider.class)) {
            FencedLocks.keys(store).forEach(key -> add("locks." + key.name(), new Meaning(store.name(), key)));
        }
        for (TokenStoreProvider store : Providers.all(TokenStoreProvider.class)) {
            IdempotencyTokens.keys(store).forEach(key -> add("tokens." + key.name(), new Meaning(store.name(), key)));
        }
    }

    private static Map<String, String> summaries(List<? extends Provider> providers) {
        Map<String, String> summaries = new LinkedHashMap<>();
        providers.forEach(each -> summaries.put(each.name(), each.summary()));
        return summaries;
    }

    private void add(String name, Meaning meaning) {
        List<Meaning> known = meanings.computeIfAbsent(name, any -> new ArrayList<>());
        if (!known.contains(meaning)) {
            known.add(meaning);
        }
    }

    /** The whole file. */
    static String json() {
        MetadataFile file = new MetadataFile();
        StringJoiner properties = new StringJoiner(",\n", "  \"properties\": [\n", "\n  ]");
        StringJoiner hints = new StringJoiner(",\n", "  \"hints\": [\n", "\n  ]");
        properties.add(property(
                GENERATORS + "strategy",
                "java.lang.String",
                "How ids are made; the other keys are those of the strategy.",
                null));
        hints.add(hint(GENERATORS + "strategy", summaries(IdGenerators.providers())));
        properties.add(property(
                "locks.store",
                "java.lang.String",
                "Where locks are kept; the other keys are those of the store.",
                null));
        hints.add(hint("locks.store", summaries(Providers.all(LockStoreProvider.class))));
        properties.add(property(
                "tokens.store",
                "java.lang.String",
                "Where idempotency tokens are kept; the other keys are those of the store.",
                null));
        hints.add(hint("tokens.store", summaries(Providers.all(TokenStoreProvider.class))));
        file.meanings.forEach((name, of) -> {
            properties.add(property(name, type(of), description(of), defaultValue(of)));
            Map<String, String> values = values(name, of);
            if (!values.isEmpty()) {
                hints.add(hint(name, values));
            }
        });
        return "{\n" + properties + ",\n" + hints + "\n}\n";
    }

    private static String property(String name, String type, String description, String defaultValue) {
        StringJoiner lines = new StringJoiner(",\n", "    {\n", "\n    }");
        lines.add("      \"name\": " + quoted(START + name));
        lines.add("      \"type\": " + quoted(type));
        lines.add("      \"description\": " + quoted(description));
        if (defaultValue != null) {
            lines.add("      \"defaultValue\": " + quoted(defaultValue));
        }
        return lines.toString();
    }

    private static String hint(String name, Map<String, String> values) {
        StringJoiner lines = new StringJoiner(",\n", "      \"values\": [\n", "\n      ]");
        values.forEach((value, description) -> lines.add("        { \"value\": " + quoted(value)
                + (description.isEmpty() ? "" : ", \"description\": " + quoted(description + ".")) + " }"));
        return "    {\n      \"name\": " + quoted(START + name) + ",\n" + lines + "\n    }";
    }

    /** A type only where all agree; durations and instants are texts of the SPI's own, which Spring's types do not all read. */
    private static String type(List<Meaning> meanings) {
        Set<String> types = new LinkedHashSet<>();
        for (Meaning meaning : meanings) {
            types.add(
                    switch (meaning.key().type()) {
                        case INTEGER -> "java.lang.Long";
                        case FLAG -> "java.lang.Boolean";
                        default -> "java.lang.String";
                    });
        }
        return types.size() == 1 ? types.iterator().next() : "java.lang.String";
    }

    /** Each meaning once, with those that share it; what is allowed is part of it. */
    private static String description(List<Meaning> meanings) {
        Map<String, List<String>> owners = new LinkedHashMap<>();
        for (Meaning meaning : meanings) {
            ConfigKey key = meaning.key();
            String text = key.help() + (key.nested() ? "" : ": " + key.allowed());
            owners.computeIfAbsent(text, any -> new ArrayList<>()).add(meaning.owner());
        }
        StringJoiner text = new StringJoiner(". ", "", ".");
        owners.forEach((meaning, of) -> text.add("[" + String.join(", ", of) + "] " + meaning));
        return text.toString();
    }

    private static String defaultValue(List<Meaning> meanings) {
        Set<String> defaults = new LinkedHashSet<>();
        meanings.forEach(meaning -> defaults.add(meaning.key().defaultValue()));
        return defaults.size() == 1 ? defaults.iterator().next() : null;
    }

    private static Map<String, String> values(String name, List<Meaning> meanings) {
        Map<String, String> values = new LinkedHashMap<>();
        for (Meaning meaning : meanings) {
            ConfigKey key = meaning.key();
            if (key.nested()) {
                values.putAll(summaries(
                        name.equals("tokens.strategy") ? IdGenerators.providers() : ProviderScope.named(key.name())));
            } else if (key.type() == ConfigKey.Type.TEXT) {
                key.choices().forEach(choice -> values.put(choice, ""));
            }
        }
        return values;
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }
}
