package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.FencedLock;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.coordination.LockStoreProvider;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** The common part of the tests of locks: a subclass describes its store, and the tests reach it. */
abstract class FencedLockFixture extends PortContract<FencedLocks> {
    /** A time longer than any pause of a busy machine. */
    static final Duration LONG = Duration.ofMinutes(10);

    static final Duration PATIENCE = Eventually.LIMIT;
    private static final AtomicInteger LOCKS = new AtomicInteger();

    /**
     * The store under test.
     *
     * @return the name of its provider
     */
    protected abstract String store();

    /**
     * Removes the record of a lock, like a restored backup or a failover.
     *
     * @param lock the name of the lock
     * @throws Exception if it cannot be removed
     */
    protected abstract void loseRecord(String lock) throws Exception;

    @Override
    final FencedLocks open(Map<String, String> config) {
        return FencedLocks.open(store(), config);
    }

    @Override
    final ConfigChecks<LockStoreProvider> configChecks() {
        return new ConfigChecks<>(LockStoreProvider.class, store(), config(), this::open);
    }

    final FencedLocks openWith(String key, String value) {
        Map<String, String> config = new HashMap<>(config());
        config.put(key, value);
        return open(config);
    }

    static String newLock() {
        return "contract-" + LOCKS.incrementAndGet() + "-" + Long.toString(System.nanoTime(), 36);
    }

    static LockGrant take(FencedLock lock) throws InterruptedException {
        Optional<LockGrant> grant = lock.tryLock(PATIENCE, LONG);
        assertThat(grant).as("grant of %s within %s", lock, PATIENCE).isPresent();
        return grant.orElseThrow();
    }

    static void refuse(FencedLock lock, String when) throws InterruptedException {
        Optional<LockGrant> grant = lock.tryLock();
        assertThat(grant).as("grant of %s %s", lock, when).isEmpty();
    }
}
