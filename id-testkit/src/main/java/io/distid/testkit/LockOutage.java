package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * A round of {@link StoreOutages}: each number has its own lock, which is granted, extended and unlocked. Its fencing numbers must grow. Safe for use by
 * several threads.
 */
public final class LockOutage implements StoreOutages.Round {
    private static final Duration PATIENCE = Duration.ofMinutes(1);

    private final String store;
    private final StoreOutages.Settings settings;
    private final Map<Integer, Long> fences = new ConcurrentHashMap<>();

    /**
     * Creates the round of one store.
     *
     * @param store the name of the store
     * @param settings the settings of the store
     */
    public LockOutage(String store, StoreOutages.Settings settings) {
        this.store = store;
        this.settings = settings;
    }

    @Override
    public void run(InetSocketAddress address, int number) throws InterruptedException {
        try (FencedLocks locks = FencedLocks.open(store, settings.of(address, number))) {
            LockGrant grant = locks.lock("lock" + number)
                    .tryLock(PATIENCE, StoreOutages.LEASE)
                    .orElseThrow();
            assertThat(grant.fence()).isGreaterThan(fences.getOrDefault(number, 0L));
            fences.put(number, grant.fence());
            grant.extend(StoreOutages.LEASE);
            grant.unlock();
        }
    }
}
