package io.distid.bench.peer;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.results.Origin;
import io.distid.bench.subject.LockIds;
import io.distid.bench.subject.Locks;
import io.distid.bench.subject.NodeNumbers;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Subject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.curator.framework.CuratorFramework;
import org.apache.curator.framework.CuratorFrameworkFactory;
import org.apache.curator.framework.recipes.locks.InterProcessMutex;
import org.apache.curator.retry.ExponentialBackoffRetry;
import org.redisson.api.RFencedLock;
import org.redisson.api.RLock;
import org.redisson.api.RedissonClient;

/** Locks of peers, each as its documentation has it. Stateless. */
public final class LockPeers extends Peer {
    @Override
    public List<Subject> locks() {
        return List.of(
                lock(
                        "redisson RLock",
                        origin("redisson", "org.redisson.api.RLock", ""),
                        "redis",
                        LockPeers::redissonLock),
                lock(
                        "redisson RFencedLock",
                        origin("redisson", "org.redisson.api.RFencedLock", ""),
                        "redis",
                        LockPeers::fencedLock),
                lock(
                        "curator InterProcessMutex",
                        origin("curator-recipes", "org.apache.curator.framework.recipes.locks.InterProcessMutex", ""),
                        "zookeeper",
                        LockPeers::curator),
                PostgreSqlPeer.lock());
    }

    /** A lock that all nodes share. */
    static Subject lock(String name, Origin origin, String server, Subject.Opening opening) {
        return new Subject(
                name,
                origin,
                ServerKind.of(server),
                (node, servers) ->
                        Subject.with(Locks.settings(server, servers), NodeNumbers.NODE, String.valueOf(node)),
                opening);
    }

    private static LockIds redissonLock(Map<String, String> settings) {
        RedissonClient client = RedissonPeer.client(settings, true);
        RLock lock = client.getLock(settings.get(Locks.NAME));
        NodeNumbers numbers = new NodeNumbers(settings);
        return new LockIds(
                unnumbered("redisson RLock"),
                () -> {
                    lock.lock();
                    return new LockIds.Grant(numbers.next(), lock::unlock, left(lock));
                },
                client::shutdown);
    }

    private static LockIds fencedLock(Map<String, String> settings) {
        RedissonClient client = RedissonPeer.client(settings, true);
        RFencedLock lock = client.getFencedLock(settings.get(Locks.NAME) + "-fenced");
        return new LockIds(
                Locks.numbered("redisson RFencedLock"),
                () -> new LockIds.Grant(lock.lockAndGetToken(), lock::unlock, left(lock)),
                client::shutdown);
    }

    /** Negative if there is no such lock any more. */
    private static LockIds.Lease left(RLock lock) {
        return () -> Duration.ofMillis(Math.max(0, lock.remainTimeToLive()));
    }

    private static LockIds curator(Map<String, String> settings) {
        CuratorFrameworkFactory.Builder builder = CuratorFrameworkFactory.builder()
                .connectString(settings.get("connect"))
                .retryPolicy(new ExponentialBackoffRetry(1000, 3));
        if (LockIds.hasLease(settings)) {
            builder.sessionTimeoutMs(LockIds.leaseMillis(settings));
        }
        CuratorFramework client = builder.build();
        client.start();
        InterProcessMutex lock = new InterProcessMutex(client, "/" + settings.get(Locks.NAME));
        NodeNumbers numbers = new NodeNumbers(settings);
        return new LockIds(
                unnumbered("curator InterProcessMutex"),
                () -> {
                    lock.acquire();
                    return new LockIds.Grant(numbers.next(), lock::release, LockIds.Lease.UNKNOWN);
                },
                client);
    }

    private static IdTraits unnumbered(String name) {
        return IdTraits.builder(name).ordering(Ordering.NONE).build();
    }
}
