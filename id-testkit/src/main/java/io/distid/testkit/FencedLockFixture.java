package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.FencedLock;
import io.distid.coordination.FencedLocks;
import io.distid.coordination.LockGrant;
import io.distid.coordination.LockStoreProvider;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;

/** What the tests of locks have in common: what a subclass says of its store, and how they reach it. */
abstract class FencedLockFixture extends PortContract<FencedLocks> {
    /** Longer than any pause of a busy machine. */
    static final Duration LONG = Duration.ofMinutes(10);

    static final Duration PATIENCE = Eventually.LIMIT;
    private static final AtomicInteger LOCKS = new AtomicInteger();

    /**
     * The store under test.
     *
     * @return the name its provider is found by
     */
    protected abstract String store();

    /**
     * Removes the record of a lock, as a restored backup or a failover that lost it would.
     *
     * @param lock its name
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
