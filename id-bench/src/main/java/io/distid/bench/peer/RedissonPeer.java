package io.distid.bench.peer;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.subject.LockIds;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.redisson.Redisson;
import org.redisson.api.RIdGenerator;
import org.redisson.api.RedissonClient;
import org.redisson.config.Config;

/** Redisson's generator of ids: each client claims ranges from Redis and hands them out by itself. Stateless. */
public final class RedissonPeer extends Peer {
    private static final String NAME = "redisson ids";
    private static final long START = 1;
    /** The value of the example in its documentation; the default is 5000. */
    private static final long ALLOCATION = 20_000;

    /**
     * Ten times Redisson's default. Redisson repeats most commands after a time-out, but not the script of a lock. So a
     * single late answer on a busy machine would fail the whole row.
     */
    private static final int LOCK_TIMEOUT_MILLIS = 30_000;

    private static final Subject SUBJECT = new Subject(
            NAME,
            origin("redisson", "org.redisson.api.RIdGenerator", "tryInit(" + START + ", " + ALLOCATION + ")"),
            ServerKind.REDIS,
            (node, servers) -> Subject.with(servers.redis(""), "key", servers.runName() + "-redisson"),
            RedissonPeer::open);

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

    private static PeerLongGenerator open(Map<String, String> settings) {
        IdTraits claims = segments(NAME, Ordering.NONE);
        RedissonClient client = client(settings, false);
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

    /** Opens a client as in Redisson's documentation, on the run's Redis. The settings of one for locks may have a lease. */
    static RedissonClient client(Map<String, String> settings, boolean forLocks) {
        Config config = new Config();
        String nodes = settings.get("nodes");
        if (nodes == null) {
            config.useSingleServer().setAddress(settings.get("url"));
        } else {
            Stream.of(nodes.split(","))
                    .forEach(node -> config.useClusterServers().addNodeAddress("redis://" + node));
        }
        if (forLocks) {
            config.useSingleServer().setTimeout(LOCK_TIMEOUT_MILLIS);
            if (LockIds.hasLease(settings)) {
                config.setLockWatchdogTimeout(LockIds.leaseMillis(settings));
            }
        }
        return Redisson.create(config);
    }
}
