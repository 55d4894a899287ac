package io.distid.testkit.tiny;

import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Properties;

/** Worker ids in a file. */
public final class TinyWorkersProvider implements WorkerIdsProvider {

    /** Ways to break the contract. */
    public enum Defect {
        NONE,
        GRANTS_HELD,
        FORGETS_STAMPS,
        IGNORES_LAYOUT,
        TRUSTS_CLOCKS,
        NEVER_RENEWS,
        RENEWS_STALE,
        RELEASES_OTHERS,
        IGNORES_PREFERENCE,
        HIDES_HOLDERS,
        ONE_NAMESPACE,
        STARTS_AT_ZERO,
        HIDES_OUTAGE
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public String summary() {
        return "worker ids in a file";
    }

    @Override
    public List<ConfigKey> keys() {
        List<String> defects = Arrays.stream(Defect.values()).map(Enum::name).toList();
        return List.of(
                ConfigKey.text("directory", null, "where the file lies"),
                ConfigKey.choice("defect", defects, "NONE", "what to break"));
    }

    @Override
    public WorkerIds open(IdConfig config) {
        TinyServer server = new TinyServer(Path.of(config.text("directory")));
        server.change(Properties::size);
        return new TinyWorkers(server, Defect.valueOf(config.text("defect")));
    }
}
