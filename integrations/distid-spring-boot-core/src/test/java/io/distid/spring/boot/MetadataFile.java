package io.distid.spring.boot;

import io.distid.IdGenerators;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
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
    private static final String START = "distid.generators.*.";

    /** One key as one provider means it. */
    private record Meaning(String owner, ConfigKey key) {}

    private final Map<String, List<Meaning>> meanings = new TreeMap<>();

    private MetadataFile() {
        for (IdGeneratorProvider strategy : IdGenerators.providers()) {
            for (ConfigKey key : IdGenerators.keys(strategy)) {
                add(key.name(), new Meaning(strategy.name(), key));
                if (key.nested()) {
                    for (Provider named : ProviderScope.named(key.name())) {
                        for (ConfigKey inner : named.keys()) {
                            add(key.name() + "." + inner.name(), new Meaning(key.name() + "=" + named.name(), inner));
                        }
                    }
                }
            }
        }
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
        Map<String, String> strategies = new LinkedHashMap<>();
        IdGenerators.providers().forEach(each -> strategies.put(each.name(), each.summary()));
        properties.add(property(
                "strategy", "java.lang.String", "How ids are made; the other keys are those of the strategy.", null));
        hints.add(hint("strategy", strategies));
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
                ProviderScope.named(name).forEach(each -> values.put(each.name(), each.summary()));
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
