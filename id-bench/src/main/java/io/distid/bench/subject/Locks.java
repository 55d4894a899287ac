package io.distid.bench.subject;

import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.bench.results.Origin;
import io.distid.coordination.FencedLock;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.coordination.LockStoreProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Locks as subjects: distid's on all stores, and those of peers. Stateless. */
public final class Locks {
    /** The setting with the lock's name on its server. */
    public static final String NAME = "lock";

    /** A long time-out, so that a server or a process without a core ends no measurement. It changes no rate. */
    private static final String PATIENT = "30s";

    private Locks() {}

    static List<Subject> all() {
        return Providers.all(LockStoreProvider.class).stream().map(Locks::ours).toList();
    }

    private static Subject ours(LockStoreProvider provider) {
        String store = provider.name();
        String name = "lock " + store;
        return new Subject(
                name,
                new Origin(null, "FencedLock", ""),
                ServerKind.of(provider.server()),
                (node, servers) -> Subject.with(address(provider, servers), NAME, name(servers)),
                settings -> open(name, store, settings));
    }

    /** The settings of a store: its address, and the keys it has of a long time-out and of creating missing data. */
    static Map<String, String> address(Provider provider, Servers servers) {
        Map<String, String> settings = new TreeMap<>(WorkerSettings.address(provider.server(), servers, ""));
        WorkerSettings.putIfKnown(provider, "", "create", "true", settings);
        WorkerSettings.putIfKnown(provider, "", "timeout", PATIENT, settings);
        return settings;
    }

    /** The address of a peer's lock, which all nodes share. */
    public static Map<String, String> settings(String store, Servers servers) {
        return Subject.with(WorkerSettings.address(store, servers, ""), NAME, name(servers));
    }

    /**
     * Not the plain name of the run: a counter on the same server has it. Redisson uses the name of a lock as the whole
     * key.
     */
    private static String name(Servers servers) {
        return servers.runName() + "-lock";
    }

    private static LockIds open(String name, String store, Map<String, String> settings) {
        Map<String, String> own = new TreeMap<>(settings);
        String lockName = own.remove(NAME);
        FencedLocks locks = FencedLocks.open(store, own);
        FencedLock lock = locks.lock(lockName);
        return new LockIds(
                numbered(name),
                () -> {
                    LockGrant grant = lock.lock();
                    return new LockIds.Grant(grant.fence(), grant::unlock, grant::remaining);
                },
                locks);
    }

    /** The claims of a lock whose fences grow with each grant, for all holders. */
    public static IdTraits numbered(String name) {
        return IdTraits.builder(name).ordering(Ordering.GLOBAL).build();
    }
}
