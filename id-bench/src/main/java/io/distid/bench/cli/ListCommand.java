package io.distid.bench.cli;

import io.distid.IdGenerators;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import io.distid.spi.WorkerIdsProvider;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Lists the strategies and backends on the class path. Opens none of them. */
@Command(
        name = "list",
        description = "Lists strategies, sources of worker ids and segment stores on the class path.",
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
    @Spec
    private CommandSpec spec;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    /** Made by picocli. */
    public ListCommand() {}

    /** Lists. */
    @Override
    public void run() {
        Found found = new Found(
                entries(IdGenerators.providers()),
                entries(Providers.all(WorkerIdsProvider.class)),
                entries(Providers.all(SegmentStoreProvider.class)));
        Output output = new Output(spec);
        if (json) {
            output.json(found);
            return;
        }
        print(output, "Strategies", found.strategies());
        print(output, "Sources of worker ids", found.workerIds());
        print(output, "Segment stores", found.segmentStores());
    }

    private static void print(Output output, String heading, List<Entry> entries) {
        output.heading(heading);
        output.columns(entries.stream()
                .map(entry -> List.of(entry.name(), entry.summary()))
                .toList());
    }

    private static List<Entry> entries(List<? extends Provider> providers) {
        return providers.stream()
                .map(provider -> new Entry(provider.name(), provider.summary()))
                .toList();
    }

    /** As JSON has it. */
    record Found(List<Entry> strategies, List<Entry> workerIds, List<Entry> segmentStores) {}

    /** One provider. */
    record Entry(String name, String summary) {}
}
