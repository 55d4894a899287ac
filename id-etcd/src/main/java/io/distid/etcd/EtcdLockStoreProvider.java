package io.distid.etcd;

import io.distid.coordination.CompareAndSetLocks;
import io.distid.coordination.LockStore;
import io.distid.coordination.LockStoreProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.time.Duration;
import java.util.List;

/** {@code etcd} as a store of locks: a key for each lock. Stateless: safe for use by any number of threads. */
public final class EtcdLockStoreProvider implements LockStoreProvider {
    /** For {@link java.util.ServiceLoader}. */
    public EtcdLockStoreProvider() {}

    @Override
    public String name() {
        return "etcd";
    }

    @Override
    public String summary() {
        return "locks in etcd; a crashed holder's is free up to 2 s after its lease";
    }

    @Override
    public String server() {
        return "etcd";
    }

    @Override
    public List<ConfigKey> keys() {
        return EtcdKeys.with(
                EtcdKeys.prefix("distid/lock", "the key of a lock is {prefix}/record/{name}"),
                ConfigKey.duration(
                        "keep",
                        Duration.ofDays(2),
                        Duration.ofDays(3_650),
                        "7d",
                        "how long the number of a lock that nobody uses is kept; later ones begin at the server's clock"));
    }

    @Override
    public LockStore open(IdConfig config) {
        String prefix = config.text("prefix");
        EtcdLink link = new EtcdLink(config);
        // No history is needed, since an etcd that went back grants greater numbers all the same.
        EtcdGateway etcd = new EtcdGateway(link, null).opened(prefix + "/");
        String records = prefix + "/record/";
        // Until a dead link is detected, its waiters ask rarely, and others take each lock first.
        LockEvents events = new LockEvents(link, records, Duration.ofSeconds(30));
        return new CompareAndSetLocks(new EtcdLockRecords(etcd, records, config.duration("keep"), events));
    }
}
