package io.distid.bench.subject;

import static io.distid.bench.subject.FieldKind.ASSIGNED;

import io.distid.redis.RedisIncrProvider;
import io.distid.spi.IdConfig;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Counters on a server. Stateless. */
public final class CounterSubjects implements Subjects {
    private static final List<String> PERIODS = List.of("month", "day", "hour");
    private static final int LEAST_WIDTH = 4;
    private static final int DEFAULT_WIDTH = 8;
    /** The penalty for a width other than the default, in bits. */
    private static final double OTHER_WIDTH = 8;

    private final StrategyRows redis =
            new StrategyRows("redis-incr", (node, servers) -> settings(servers.redis(""), servers));

    @Override
    public List<Subject> rows() {
        return List.of(
                redis.plain(),
                // The cost of a replica that loses no id in a failover.
                redis.row(
                                "redis-incr replicas=1",
                                Map.of("replicas", "1"),
                                (node, servers) -> settings(Map.of("url", servers.replicatedRedisUrl()), servers))
                        .on(ServerKind.REDIS_WITH_REPLICA));
    }

    @Override
    public List<Subject> ofBars() {
        // The cost of a row that is kept, as with the bare statement.
        return List.of(
                new StrategyRows("mysql-auto-increment").row("mysql-auto-inc clean=false", Map.of("clean", "false")));
    }

    @Override
    public Map<FaultRun, List<String>> underFaults() {
        List<String> plain = List.of("redis-incr");
        return Map.of(
                FaultRun.TINY, plain, FaultRun.QUICK, plain, FaultRun.QUICK_ON_SERVERS, plain, FaultRun.SOAK, plain);
    }

    /** Numbers behind the digits of an hour, a day or a month. */
    @Override
    public List<KnownLayout> layouts() {
        List<KnownLayout> all = new ArrayList<>();
        RedisIncrProvider provider = new RedisIncrProvider();
        for (String period : PERIODS) {
            for (int width = LEAST_WIDTH; width <= DEFAULT_WIDTH; width++) {
                Map<String, String> settings = Map.of("period", period, "width", Integer.toString(width));
                all.add(new KnownLayout(
                        provider.name(),
                        provider.reader(IdConfig.of(provider, settings)),
                        List.of(),
                        List.of(ASSIGNED),
                        width == DEFAULT_WIDTH ? 0 : OTHER_WIDTH,
                        "the digits of " + (period.equals("hour") ? "an " : "a ") + period,
                        new KnownLayout.Text("decimal", 0, true)));
            }
        }
        return all;
    }

    private static Map<String, String> settings(Map<String, String> address, Servers servers) {
        return Subject.with(address, "key", servers.runName(), "create", "true");
    }
}
