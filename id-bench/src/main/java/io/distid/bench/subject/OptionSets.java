package io.distid.bench.subject;

import io.distid.snowflake.SnowflakePreset;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Strategies with options that change what a team would choose. Those that only move a bound have no row. */
final class OptionSets {
    private OptionSets() {}

    /** Each beneath the strategy that it is of. */
    static List<Subject> all() {
        return List.of(
                // Beside peers that run ahead of the clock: how fast, if that is allowed. A bound that is reached gives
                // the cap.
                snowflake("snowflake max-lead=1d", Map.of("max-lead", "1d")),
                // What reading the clock for each id costs.
                snowflake("snowflake lead=1d coarse", Map.of("max-lead", "1d", "clock", "coarse")),
                // Safe without an assumption about clocks, and what the lease costs.
                leased(),
                // Ids that JavaScript keeps exact: 64 workers, 64 ids a ms.
                Strategies.SNOWFLAKE.with(
                        "snowflake javascript",
                        Map.of("preset", "javascript"),
                        Strategies.SNOWFLAKE.settings(),
                        (high, id) -> SnowflakePreset.JAVASCRIPT
                                .layout()
                                .decode(id)
                                .time()
                                .toEpochMilli()),
                // Random bits that no other thread waits for.
                Strategies.UUID_V4.with(
                        "uuid-v4 source=drbg", Map.of("source", "drbg"), Strategies.UUID_V4.settings(), null),
                uuidV7("uuid-v7 clock=coarse", Map.of("clock", "coarse")),
                // Order within a thread is what some peers have, and all that some teams need.
                uuidV7("uuid-v7 order=thread", Map.of("order", "thread")),
                Strategies.LEAF_SEGMENT.with(
                        "leaf-segment order=thread",
                        Map.of("order", "thread"),
                        Strategies.LEAF_SEGMENT.settings(),
                        null));
    }

    private static Subject snowflake(String name, Map<String, String> options) {
        Subject plain = Strategies.SNOWFLAKE;
        return plain.with(name, options, plain.settings(), plain.time());
    }

    private static Subject uuidV7(String name, Map<String, String> options) {
        Subject plain = Strategies.UUID_V7;
        return plain.with(name, options, plain.settings(), plain.time());
    }

    private static Subject leased() {
        Subject plain = Strategies.SNOWFLAKE;
        Subject leased = plain.with(
                "snowflake worker=mysql",
                Map.of("worker", "mysql"),
                (node, servers) -> {
                    Map<String, String> settings = new TreeMap<>(MySqlSettings.of(servers, "worker."));
                    settings.put("worker.create-table", "true");
                    return settings;
                },
                plain.time());
        return new Subject(
                leased.name(), leased.origin(), ServerKind.MYSQL, leased.settings(), leased.opening(), leased.time());
    }
}
