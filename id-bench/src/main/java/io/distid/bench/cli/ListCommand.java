package io.distid.bench.cli;

import io.distid.IdGenerators;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Subject;
import io.distid.coordination.LockStoreProvider;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/**
 * Lists the subjects, and the backends on the class path. Opens subjects that need no server, to learn their claims.
 * Not safe for use by several threads: each run of the command makes one.
 */
@Command(
        name = "list",
        description = {
            "Lists strategies, option sets and peers that are compared, sources of worker ids, stores of segments, locks and"
                    + " tokens, and the locks, tokens and ways to make an entity's id that are measured.",
            "Bits and order are what each claims of itself; those of a peer on a server are known once it is open."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  id-bench list",
            "  id-bench list --json",
            "",
            "Exit codes: 0 listed, 2 wrong flags, or two providers of one name."
        })
public final class ListCommand implements Runnable {
    private static final String UNKNOWN = "-";

    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    /** Lists. */
    @Override
    public void run() {
        Found found = found();
        Output output = new Output(spec);
        if (json) {
            output.json(found);
            return;
        }
        output.heading("Strategies");
        output.columns(rows(found.strategies(), Listed::summary));
        output.heading("Option sets");
        output.columns(rows(found.optionSets(), ListCommand::options));
        output.heading("Peers");
        output.columns(rows(found.peers(), peer -> (peer.library() + "  " + peer.options()).strip()));
        output.heading("Sources of worker ids");
        output.columns(entries(found.workerIds()));
        output.heading("Segment stores");
        output.columns(entries(found.segmentStores()));
        output.heading("Lock stores");
        output.columns(entries(found.lockStores()));
        output.heading("Token stores");
        output.columns(entries(found.tokenStores()));
        output.heading("Locks");
        output.columns(entries(found.locks()));
        output.heading("Tokens");
        output.columns(entries(found.tokens()));
        output.heading("Entities");
        output.columns(entries(found.entities()));
    }

    private static String options(Listed row) {
        return row.warning() == null ? row.options() : row.options() + "  WARNING " + row.warning();
    }

    private static Found found() {
        Map<String, String> summaries =
                IdGenerators.providers().stream().collect(Collectors.toMap(Provider::name, Provider::summary));
        List<Listed> ours = Logs.without(() -> Catalogue.strategies().stream()
                .map(subject -> listed(subject, summaries.get(subject.name())))
                .toList());
        List<Listed> peers = Logs.without(
                () -> Catalogue.peers().stream().map(peer -> listed(peer, null)).toList());
        return new Found(
                ours.stream().filter(row -> row.summary() != null).toList(),
                ours.stream().filter(row -> row.summary() == null).toList(),
                peers,
                backends(Providers.all(WorkerIdsProvider.class).stream()),
                backends(Providers.all(SegmentStoreProvider.class).stream()),
                backends(Providers.all(LockStoreProvider.class).stream()),
                backends(Providers.all(TokenStoreProvider.class).stream()),
                measured(Catalogue.locks(List.of(Catalogue.ALL))),
                measured(Catalogue.tokens(List.of(Catalogue.ALL))),
                measured(Catalogue.entities(List.of(Catalogue.ALL))));
    }

    private static List<Entry> measured(List<Subject> subjects) {
        return subjects.stream()
                .map(subject -> new Entry(
                        subject.name(),
                        Optional.ofNullable(subject.origin().library())
                                .orElse(subject.origin().strategy())))
                .toList();
    }

    private static Listed listed(Subject subject, @Nullable String summary) {
        SubjectClaims claims = SubjectClaims.of(subject);
        return new Listed(
                subject.name(),
                claims.bits(),
                claims.ordering(),
                summary,
                subject.origin().library(),
                subject.origin().options(),
                claims.warning());
    }

    private static List<List<String>> rows(List<Listed> listed, Function<Listed, String> last) {
        return listed.stream()
                .map(row -> List.of(
                        row.name(),
                        row.bits() == null ? UNKNOWN : row.bits().toString(),
                        row.ordering() == null
                                ? UNKNOWN
                                : row.ordering().toLowerCase(Locale.ROOT).replace('_', ' '),
                        last.apply(row)))
                .toList();
    }

    private static List<List<String>> entries(List<Entry> entries) {
        return entries.stream()
                .map(entry -> List.of(entry.name(), entry.summary()))
                .toList();
    }

    private static List<Entry> backends(Stream<? extends Provider> providers) {
        return providers
                .map(provider -> new Entry(provider.name(), provider.summary()))
                .toList();
    }

    /** The JSON of the list. */
    record Found(
            List<Listed> strategies,
            List<Listed> optionSets,
            List<Listed> peers,
            List<Entry> workerIds,
            List<Entry> segmentStores,
            List<Entry> lockStores,
            List<Entry> tokenStores,
            List<Entry> locks,
            List<Entry> tokens,
            List<Entry> entities) {}

    /** A subject in the list. Facts that need an open generator, or do not apply, are null. */
    record Listed(
            String name,
            @Nullable Integer bits,
            @Nullable String ordering,
            @Nullable String summary,
            @Nullable String library,
            String options,
            @Nullable String warning) {}

    /** One provider of a backend, or a lock, tokens or a way to make an entity's id that can be measured. */
    record Entry(String name, String summary) {}
}
