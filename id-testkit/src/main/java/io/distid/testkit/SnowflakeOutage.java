package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import java.net.InetSocketAddress;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A round of {@link StoreOutages}: a {@code snowflake} generator is opened on a source of worker ids, issues ids, and is closed. Each number has its own namespace. No
 * id of a namespace may come twice. The module that uses it needs {@code id-snowflake} on its test class path. Safe for use by several threads.
 */
public final class SnowflakeOutage implements StoreOutages.Round {
    private static final int IDS = 3;

    private final String worker;
    private final StoreOutages.Settings settings;
    private final Set<String> issued = ConcurrentHashMap.newKeySet();

    /**
     * Creates the round of one source.
     *
     * @param worker the name of the source
     * @param settings the source's own settings, by their short names
     */
    public SnowflakeOutage(String worker, StoreOutages.Settings settings) {
        this.worker = worker;
        this.settings = settings;
    }

    @Override
    public void run(InetSocketAddress address, int number) {
        Map<String, String> config = new HashMap<>(Map.of(
                "namespace",
                "fleet" + number,
                "worker",
                worker,
                "reservation",
                StoreOutages.LEASE.toMillis() + "ms",
                "start-wait",
                "1m"));
        settings.of(address, number).forEach((key, value) -> config.put("worker." + key, value));
        try (LongIdGenerator generator = IdGenerators.openLong("snowflake", config)) {
            for (int i = 0; i < IDS; i++) {
                long id = generator.nextId();
                assertThat(issued.add(number + ":" + id))
                        .as("id %d for the first time", id)
                        .isTrue();
            }
        }
    }
}
