package io.distid.bench.cli;

import com.fasterxml.jackson.annotation.JsonProperty;
import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.bench.jvm.LabSecrets;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import io.distid.worker.WorkerIdsProvider;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Prints a strategy's keys, and the traits it claims once it is open. */
@Command(
        name = "describe",
        description = {
            "Prints a strategy's keys and traits.",
            "For its traits it is opened with the settings given, so a backend may be asked. Without any setting, "
                    + "a strategy that cannot be opened is described all the same, with the reason in place of its traits."
        },
        footer = {
            "",
            "Examples:",
            "  id-bench describe uuid-v7",
            "  id-bench describe snowflake -Dworker.id=7 -Dpreset=twitter",
            "  id-bench describe leaf-segment --json",
            "",
            "Exit codes: 0 described, 1 could not be opened with the settings given, 2 wrong flags or settings."
        })
final class DescribeCommand extends LabCommand {
    @Parameters(paramLabel = "<strategy>", completionCandidates = StrategyNames.class, description = "Its name.")
    private String strategy;

    @Mixin
    private SettingFlags settings;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() {
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, strategy);
        IdTraits traits = null;
        String reason = null;
        try (IdGenerator generator = settings.open(strategy)) {
            traits = generator.traits();
        } catch (IdException e) {
            if (!settings.given.isEmpty()) {
                throw e;
            }
            reason = LabSecrets.hide(e.getMessage());
        }
        Description description =
                new Description(provider.name(), provider.summary(), keys(provider, ""), traits, reason);
        Output output = new Output(spec);
        output.print(json, description, () -> print(output, description));
        return ExitCodes.OK;
    }

    private void print(Output output, Description description) {
        output.heading(description.name());
        output.text(description.summary());
        output.heading("Traits");
        IdTraits traits = description.traits();
        if (traits == null) {
            output.text("unknown until it is opened: " + description.reason());
        } else {
            output.columns(rows(traits));
        }
        output.heading("Keys");
        print(output, description.keys());
        for (Key key : description.keys()) {
            String chosen = settings.given.getOrDefault(key.name(), Objects.requireNonNullElse(key.defaultValue(), ""));
            for (Nested nested : key.providers()) {
                if (nested.name().equals(chosen)) {
                    output.heading("Keys with " + key.name() + "=" + chosen);
                    print(output, nested.keys());
                }
            }
        }
    }

    private static void print(Output output, List<Key> keys) {
        List<List<String>> rows = new ArrayList<>();
        for (Key key : keys) {
            rows.add(List.of(key.name(), key.help()));
            String otherwise = key.defaultValue() == null ? "" : "; default: " + key.defaultValue();
            rows.add(List.of("", key.allowed() + otherwise));
        }
        output.columns(rows);
    }

    /** A provider's keys, and the keys of the providers that they name. */
    private static List<Key> keys(Provider provider, String prefix) {
        List<ConfigKey> keys =
                provider instanceof IdGeneratorProvider strategy ? IdGenerators.keys(strategy) : provider.keys();
        return keys.stream().map(key -> key(key, prefix)).toList();
    }

    private static Key key(ConfigKey key, String prefix) {
        // The provider of a port may not name another provider, so the recursion ends.
        List<Nested> nested = key.nested() && prefix.isEmpty() ? nested(key.name()) : List.of();
        String names = nested.stream().map(Nested::name).collect(Collectors.joining(", "));
        return new Key(
                prefix + key.name(),
                key.type().name().toLowerCase(Locale.ROOT),
                nested.isEmpty() ? key.allowed() : "one of " + names,
                key.defaultValue(),
                key.help(),
                nested);
    }

    private static List<Nested> nested(String key) {
        // A key does not say what kind of provider it names. By convention, "store" names a store.
        Class<? extends Provider> port = key.equals("store") ? SegmentStoreProvider.class : WorkerIdsProvider.class;
        return Providers.all(port).stream()
                .map(provider -> new Nested(provider.name(), provider.summary(), keys(provider, key + ".")))
                .toList();
    }

    private static List<List<String>> rows(IdTraits traits) {
        String cap = traits.idsPerSecond().isPresent()
                ? Output.number(traits.idsPerSecond().getAsLong())
                : "no cap";
        Stream<List<String>> figures = Stream.of(
                List.of("bits", String.valueOf(traits.bits())),
                List.of("ordering", Output.words(traits.ordering())),
                List.of("sorts by time", traits.timeSorted() ? "yes" : "no"),
                List.of("coordination", Output.words(traits.coordination())),
                List.of("safety", Output.words(traits.safety())),
                List.of("ids/s", cap),
                List.of("ends", traits.endOfLife() == null ? "never" : String.valueOf(traits.endOfLife())));
        return Stream.concat(figures, traits.notes().stream().map(note -> List.of("note", note)))
                .toList();
    }

    record Description(
            String name,
            String summary,
            List<Key> keys,
            @Nullable IdTraits traits,
            @Nullable String reason) {}

    /** The JSON of a key. */
    record Key(
            String name,
            String type,
            String allowed,
            @JsonProperty("default") @Nullable String defaultValue,
            String help,
            List<Nested> providers) {}

    record Nested(String name, String summary, List<Key> keys) {}
}
