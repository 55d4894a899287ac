package io.distid.bench.cli;

import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.coordination.LockStoreProvider;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import io.distid.worker.WorkerIdsProvider;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Lists the subjects and the backends on the class path. Opens subjects without a server, to learn their claims. */
@Command(
        name = "list",
        description = {
            "Lists strategies, option sets and peers that are compared, sources of worker ids, stores of segments, locks and"
                    + " tokens, and the locks, tokens and ways to make an entity's id that are measured.",
            "Bits and order are what each claims of itself; those of a peer on a server are known once it is open."
        },
        footer = {
            "",
            "Examples:",
            "  id-bench list",
            "  id-bench list --json",
            "",
            "Exit codes: 0 listed, 2 wrong flags, or two providers of one name."
        })
final class ListCommand extends LabCommand {
    private static final Pattern OF_OPTION = Pattern.compile("[a-z-]+=[^ :]+: ");

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() {
        List<Section> sections = sections();
        Map<String, List<? extends Line>> all = new LinkedHashMap<>();
        sections.forEach(section -> all.put(section.name, section.lines));
        Output output = new Output(spec);
        output.print(
                json,
                all,
                () -> sections.forEach(section -> {
                    output.heading(section.heading);
                    output.columns(section.lines.stream().map(Line::columns).toList());
                }));
        return ExitCodes.OK;
    }

    private static List<Section> sections() {
        Map<String, String> summaries =
                IdGenerators.providers().stream().collect(Collectors.toMap(Provider::name, Provider::summary));
        Map<Boolean, List<Listed>> ours = Logs.without(() -> listed(Catalogue.strategies(), summaries)).stream()
                .collect(Collectors.partitioningBy(row -> row.summary != null));
        List<String> all = List.of(Catalogue.ALL);
        return List.of(
                new Section("strategies", "Strategies", ours.get(true)),
                new Section("optionSets", "Option sets", ours.get(false)),
                new Section("peers", "Peers", Logs.without(() -> listed(Catalogue.peers(), Map.of()))),
                new Section("workerIds", "Sources of worker ids", backends(WorkerIdsProvider.class)),
                new Section("segmentStores", "Segment stores", backends(SegmentStoreProvider.class)),
                new Section("lockStores", "Lock stores", backends(LockStoreProvider.class)),
                new Section("tokenStores", "Token stores", backends(TokenStoreProvider.class)),
                new Section("locks", "Locks", measured(Catalogue.locks(all))),
                new Section("tokens", "Tokens", measured(Catalogue.tokens(all))),
                new Section("entities", "Entities", measured(Catalogue.entities(all))));
    }

    private static List<Entry> measured(List<Subject> subjects) {
        return subjects.stream()
                .map(subject -> new Entry(
                        subject.name(),
                        Objects.requireNonNullElse(
                                subject.origin().library(), subject.origin().strategy())))
                .toList();
    }

    private static List<Entry> backends(Class<? extends Provider> port) {
        return Providers.all(port).stream()
                .map(provider -> new Entry(provider.name(), provider.summary()))
                .toList();
    }

    private static List<Listed> listed(List<Subject> subjects, Map<String, String> summaries) {
        return subjects.stream()
                .map(subject -> {
                    IdTraits claims = claims(subject);
                    return new Listed(
                            subject.name(),
                            claims == null ? null : claims.bits(),
                            claims == null ? null : claims.ordering(),
                            summaries.get(subject.name()),
                            subject.origin().library(),
                            subject.origin().options(),
                            claims == null ? null : warning(claims));
                })
                .toList();
    }

    /** The provider's claims. If it has none, a subject without a server is opened and closed; null if that fails. */
    private static @Nullable IdTraits claims(Subject subject) {
        IdTraits claims = subject.layout().claims();
        if (claims != null || subject.server() != null) {
            return claims;
        }
        try (Servers none = new Servers();
                IdGenerator generator = subject.open(0, none)) {
            return generator.traits();
        } catch (IdException e) {
            return null;
        }
    }

    /** The note about an option that is set, to the first semicolon; null if there is none. */
    private static @Nullable String warning(IdTraits traits) {
        return traits.notes().stream()
                .filter(note -> OF_OPTION.matcher(note).lookingAt())
                .map(note -> note.split(";", 2)[0])
                .findFirst()
                .orElse(null);
    }

    /** A heading with its lines; {@code name}: in JSON. */
    private record Section(String name, String heading, List<? extends Line> lines) {}

    /** What becomes a line of columns, or an object of JSON. */
    private interface Line {
        List<String> columns();
    }

    /** A subject in the list. Facts that need an open generator, or do not apply, are null. */
    record Listed(
            String name,
            @Nullable Integer bits,
            @Nullable Ordering ordering,
            @Nullable String summary,
            @Nullable String library,
            String options,
            @Nullable String warning)
            implements Line {
        @Override
        public List<String> columns() {
            String order = ordering == null ? "-" : Output.words(ordering);
            String last = library != null
                    ? (library + "  " + options).strip()
                    : warning == null ? options : options + "  WARNING " + warning;
            return List.of(name, bits == null ? "-" : bits.toString(), order, summary != null ? summary : last);
        }
    }

    /** One provider of a backend, or a lock, tokens or a way to make an entity's id that can be measured. */
    record Entry(String name, String summary) implements Line {
        @Override
        public List<String> columns() {
            return List.of(name, summary);
        }
    }
}
