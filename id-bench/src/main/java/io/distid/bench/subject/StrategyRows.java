package io.distid.bench.subject;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.bench.results.Origin;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.LayoutReader;
import io.distid.spi.Providers;
import io.distid.worker.WorkerIdsProvider;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Rows of one strategy. Its provider names the server, the layout and the claims. Immutable. */
public final class StrategyRows {
    private static final String WORKER = "worker";
    private static final String CREATE = "create";

    private final IdGeneratorProvider provider;
    private final List<ConfigKey> keys;
    private final Subject.Settings settings;

    /**
     * Nodes have the settings that the strategy's keys need. These are a worker id for each, or the server's address
     * and the permission to create missing data.
     */
    public StrategyRows(String strategy) {
        this(strategy, null);
    }

    /** Nodes have these settings; null for those that the strategy's keys need. */
    public StrategyRows(String strategy, Subject.@Nullable Settings settings) {
        this.provider = Providers.find(IdGeneratorProvider.class, strategy);
        this.keys = IdGenerators.keys(provider);
        this.settings = settings == null ? this::settings : settings;
    }

    /** The row with the defaults. */
    public Subject plain() {
        return row(provider.name(), Map.of());
    }

    /** A row with options. */
    public Subject row(String name, Map<String, String> options) {
        return row(name, options, settings);
    }

    /** A row with options, and other settings of each node. */
    public Subject row(String name, Map<String, String> options, Subject.Settings perNode) {
        Map<String, String> decisive = new TreeMap<>(has(WORKER) ? Map.of(WORKER, "fixed") : Map.of());
        decisive.putAll(options);
        IdTime time = null;
        ServerKind server = null;
        Layout layout = Layout.NONE;
        try {
            IdConfig config = IdConfig.of(provider, keys, decisive);
            LayoutReader reader = provider.reader(config);
            time = reader == null || reader.epoch() == null
                    ? null
                    : (high, low) -> reader.time(high, low).toEpochMilli();
            server = ServerKind.of(provider.server(config));
            WorkerIdKind kind = reader == null || reader.workerIds() == 0
                    ? WorkerIdKind.NONE
                    : has(WORKER) ? kind(config) : WorkerIdKind.TOLD;
            layout = new Layout(
                    kind,
                    reader == null ? 0 : reader.workerIds(),
                    reader == null ? null : reader.lasts(),
                    provider.traits(config));
        } catch (ConfigException e) {
            // The environment has a wrong setting. Opening the row reports it.
        }
        return new Subject(
                name,
                new Origin(
                        null,
                        provider.name(),
                        new TreeMap<>(options)
                                .entrySet().stream().map(Object::toString).collect(Collectors.joining(" "))),
                server,
                (node, servers) -> {
                    Map<String, String> all = new TreeMap<>(perNode.of(node, servers));
                    all.putAll(options);
                    return all;
                },
                given -> IdGenerators.open(provider.name(), given),
                time,
                layout);
    }

    private static WorkerIdKind kind(IdConfig config) {
        WorkerIdsProvider source = Providers.find(WorkerIdsProvider.class, config, WORKER);
        if (source.server() == null) {
            return source.needsFile() ? WorkerIdKind.FILE : WorkerIdKind.TOLD;
        }
        return source.needsFile() ? WorkerIdKind.REGISTERED : WorkerIdKind.LEASED;
    }

    private Map<String, String> settings(int node, Servers servers) {
        if (has(WORKER)) {
            return Map.of(WORKER, "fixed", "worker.id", String.valueOf(node));
        }
        String server = provider.server(IdConfig.of(provider, keys, Map.of()));
        Map<String, String> all = new TreeMap<>(WorkerSettings.address(server, servers, ""));
        if (!all.isEmpty() && has(CREATE)) {
            all.put(CREATE, "true");
        }
        return all;
    }

    private boolean has(String key) {
        return keys.stream().anyMatch(each -> each.name().equals(key));
    }
}
