package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.results.Origin;
import java.util.Map;
import java.util.TreeMap;
import org.redisson.api.RIdGenerator;
import org.redisson.api.RedissonClient;

/** Redisson's generator of ids: each client claims ranges from Redis and hands them out by itself. */
final class RedissonIds {
    private static final String NAME = "redisson ids";
    private static final long START = 1;
    /** That of the example in its documentation; its default is 5000. */
    private static final long ALLOCATION = 20_000;

    static final Subject SUBJECT = new Subject(
            NAME,
            new Origin(
                    Library.of("redisson"),
                    "org.redisson.api.RIdGenerator",
                    "tryInit(" + START + ", " + ALLOCATION + ")"),
            ServerKind.REDIS,
            (node, servers) -> settings(servers),
            RedissonIds::open,
            null);

    private RedissonIds() {}

    private static Map<String, String> settings(Servers servers) {
        Map<String, String> settings = new TreeMap<>(servers.redis(""));
        settings.put("key", servers.runName() + "-redisson");
        return settings;
    }

    private static PeerLongGenerator open(Map<String, String> settings) {
        IdTraits claims = PeerClaims.segments(NAME, Ordering.NONE);
        RedissonClient client = RedissonClients.open(settings);
        try {
            RIdGenerator ids = client.getIdGenerator(settings.get("key"));
            // Each node asks for it, as in its documentation: where there is a counter, nothing changes.
            ids.tryInit(START, ALLOCATION);
            return new PeerLongGenerator(ids::nextId, claims, client::shutdown);
        } catch (RuntimeException e) {
            client.shutdown();
            throw e;
        }
    }
}
