package io.distid.bench.cli;

import io.distid.spi.IdConfig;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.RecordStore;
import io.distid.worker.WorkerIdsProvider;
import java.util.Iterator;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the worker ids of a namespace. */
@Command(
        name = "leases",
        description = {
            "Lists the worker ids of a namespace: who holds each, up to when ticks are reserved, and when it is free.",
            "Above them: the floor that new holders begin above, and whether records or a whole server were lost.",
            "Reads the store, and changes nothing. Settings are those that a strategy has below worker., without that word."
        },
        footer = {
            "",
            "Example:",
            "  id-bench leases --store redis --namespace orders -Durl=redis://localhost",
            "",
            "Exit codes: 0 listed, 1 there is no such namespace or the store failed, 2 wrong flags or settings."
        })
final class LeasesCommand extends LabCommand {
    @Option(
            names = "--store",
            required = true,
            paramLabel = "<source>",
            completionCandidates = Sources.class,
            description = "The source of worker ids, as key worker of a strategy names it.")
    private String source;

    @Option(names = "--namespace", required = true, paramLabel = "<name>", description = "The namespace to list.")
    private String namespace;

    @Option(names = "--last-id", paramLabel = "<id>", description = "The greatest worker id to look at. Default: 1023")
    private int lastId = 1023;

    @Mixin
    private SettingFlags settings;

    @Override
    public Integer call() {
        FlagRange.require(spec, "--last-id", lastId, 0, Integer.MAX_VALUE);
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, source);
        Map<String, String> own = settings.own();
        // Create nothing, whatever the settings of the nodes say.
        if (provider.keys().stream().anyMatch(key -> key.name().equals("create"))) {
            own.put("create", "false");
        }
        try (RecordStore store = provider.records(IdConfig.of(provider, own))) {
            LeaseListing listing = LeaseListing.read(store, namespace, lastId);
            if (listing.isMissing()) {
                throw new IllegalStateException(
                        "namespace \"" + namespace + "\" (" + store.where(namespace) + ") does not exist");
            }
            Output output = new Output(spec);
            output.heading(store.where(namespace));
            output.columns(listing.summary());
            output.line("");
            output.columns(listing.rows());
        }
        return ExitCodes.OK;
    }

    /** For shell completion. */
    static final class Sources implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return Providers.all(WorkerIdsProvider.class).stream()
                    .map(Provider::name)
                    .iterator();
        }
    }
}
