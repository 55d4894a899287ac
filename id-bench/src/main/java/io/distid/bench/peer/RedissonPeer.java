package io.distid.bench.peer;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.redisson.api.RIdGenerator;
import org.redisson.api.RedissonClient;

/** Redisson's generator of ids: each client claims ranges from Redis and hands them out by itself. Stateless. */
public final class RedissonPeer extends Peer {
    private static final String NAME = "redisson ids";
    private static final long START = 1;
    /** The value of the example in its documentation; the default is 5000. */
    private static final long ALLOCATION = 20_000;

    private static final Subject SUBJECT = new Subject(
            NAME,
            origin("redisson", "org.redisson.api.RIdGenerator", "tryInit(" + START + ", " + ALLOCATION + ")"),
            ServerKind.REDIS,
            (node, servers) -> settings(servers),
            RedissonPeer::open,
            null);

    /** It has no row in a comparison. */
    @Override
    public List<Subject> ofFaults() {
        return List.of(SUBJECT);
    }

    @Override
    public Promise promise(String row) {
        return new Promise(
                "redisson 3.52.0",
                "https://www.javadoc.io/doc/org.redisson/redisson/3.52.0/org/redisson/api/RIdGenerator.html",
                against(REPEATS, ANY, "Returns unique numbers but not monotonically increased."));
    }

    private static Map<String, String> settings(Servers servers) {
        Map<String, String> settings = new TreeMap<>(servers.redis(""));
        settings.put("key", servers.runName() + "-redisson");
        return settings;
    }

    private static PeerLongGenerator open(Map<String, String> settings) {
        IdTraits claims = segments(NAME, Ordering.NONE);
        RedissonClient client = RedissonClients.open(settings);
        try {
            RIdGenerator ids = client.getIdGenerator(settings.get("key"));
            // Each node initializes it, as in its documentation. An existing counter is not changed.
            ids.tryInit(START, ALLOCATION);
            return new PeerLongGenerator(ids::nextId, claims, client::shutdown);
        } catch (RuntimeException e) {
            client.shutdown();
            throw e;
        }
    }
}
