package io.distid.coordination;

import io.distid.IdException;
import io.distid.internal.CleanUp;
import io.distid.internal.lease.LeaseToken;
import io.distid.internal.process.CopyDetector;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * The locks of one store, opened by the store's name.
 *
 * <p>Settings are looked up in this order: what the caller passes, system property {@code distid.lock.<store>.<key>}, environment
 * {@code DISTID_LOCK_<STORE>_<KEY>}, the key's default.
 *
 * <p>Open one in each process. Two objects of this class behave like two processes.
 *
 * <p>Safe for use by any number of threads. {@link #close()} ends the work in the background. Held locks are not freed, since their holders may be at
 * work. They are no longer extended, their holders are not notified of the end, and they end with their leases. A failed unlock is not repeated.
 */
public final class FencedLocks implements AutoCloseable {
    static final Duration FOREVER = Duration.ofSeconds(Long.MAX_VALUE);
    static final Duration SHORTEST_LEASE = Duration.ofMillis(100);
    static final Duration LONGEST_LEASE = Duration.ofDays(1);

    private static final Pattern NAME = Pattern.compile("[A-Za-z0-9._:-]{1," + LockStore.LONGEST_NAME + "}");
    private static final List<ConfigKey> KEYS = List.of(
            ConfigKey.duration("lease", SHORTEST_LEASE, LONGEST_LEASE, "30s", "how long a lock is granted for"),
            ConfigKey.flag("renew", false, "extend each grant in the background until it is unlocked"),
            ConfigKey.flag("reentrant", false, "grant a thread again what it holds, with the same number"));

    final LockStore store;
    final LeaseClock clock;
    final Duration lease;
    final boolean renew;
    private final boolean reentrant;
    final String process = LeaseToken.draw();
    private final LocalTurns turns = new LocalTurns();
    private final LockTimers timers = new LockTimers();
    final KnownFences fences = new KnownFences();
    private final CopyDetector copies = CopyDetector.system();
    private final OwnedLocks owned = new OwnedLocks();
    private final CallCounter calls = new CallCounter();
    private volatile boolean closed;

    FencedLocks(LockStore store, LeaseClock clock, Duration lease, boolean renew, boolean reentrant) {
        this.store = store;
        this.clock = clock;
        this.lease = lease;
        this.renew = renew;
        this.reentrant = reentrant;
    }

    /**
     * Opens a store with the settings of the environment and the defaults, as {@link #open(String, Map)}.
     *
     * @param store its name, such as {@code redis}
     */
    public static FencedLocks open(String store) {
        return open(store, Map.of());
    }

    /**
     * Opens a store.
     *
     * @param store its name, such as {@code redis}
     * @param settings its settings; they win over system properties and the environment
     * @throws io.distid.ConfigException if the name or a key is unknown, or a value is missing, malformed or out of range
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    public static FencedLocks open(String store, Map<String, String> settings) {
        return open(Providers.find(LockStoreProvider.class, store), settings);
    }

    /**
     * Opens the store of a provider.
     *
     * @param provider of the store
     * @param settings its settings; they win over system properties and the environment
     * @throws io.distid.ConfigException if a key is unknown, or a value is missing, malformed or out of range
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    public static FencedLocks open(LockStoreProvider provider, Map<String, String> settings) {
        IdConfig config = IdConfig.of(provider, keys(provider), settings);
        return new FencedLocks(
                provider.open(config),
                LeaseClock.SYSTEM,
                config.duration("lease"),
                config.flag("renew"),
                config.flag("reentrant"));
    }

    /**
     * All keys that a store can be opened with: those of locks, which all stores have, and its own.
     *
     * @param provider of the store
     * @return in the order they should be read
     */
    public static List<ConfigKey> keys(LockStoreProvider provider) {
        List<ConfigKey> keys = new ArrayList<>(KEYS);
        keys.addAll(provider.keys());
        return List.copyOf(keys);
    }

    /**
     * The lock of that name. Nothing is asked of the store.
     *
     * @param name letters, digits and {@code . _ : -}, at most 128 of them
     * @return to be used by any number of threads
     * @throws IllegalArgumentException if the name is empty, too long, or has other characters
     */
    public FencedLock lock(String name) {
        if (!NAME.matcher(name).matches()) {
            String shown = name.length() > LockStore.LONGEST_NAME
                    ? name.substring(0, 40) + "... (" + name.length() + " characters)"
                    : name.replaceAll("[^\\x20-\\x7e]", "?");
            throw new IllegalArgumentException("invalid lock name \"" + shown + "\": must be 1 to "
                    + LockStore.LONGEST_NAME + " letters, digits and . _ : -");
        }
        return new FencedLock(this, name);
    }

    /** Counts of the calls that asked for a lock. Does not ask the store. */
    public CallStats stats() {
        return calls.stats(closed);
    }

    /** Ends the work in the background and the connections of the store. Waiting threads get an {@link IllegalStateException}. */
    @Override
    public void close() {
        closed = true;
        // All are closed even if one fails; else connections would stay open.
        try (store;
                timers) {
            turns.close();
        }
    }

    /** The store's address, without any user information. */
    @Override
    public String toString() {
        return store.toString();
    }

    Optional<LockGrant> acquire(String name, Duration wait, Duration granted) throws InterruptedException {
        try {
            Optional<LockGrant> grant = ask(name, wait, granted);
            calls.succeeded();
            return grant;
        } catch (IdException e) {
            calls.failed();
            throw e;
        }
    }

    private Optional<LockGrant> ask(String name, Duration wait, Duration granted) throws InterruptedException {
        requireLease("a lock", granted);
        requireOpen();
        if (Thread.interrupted()) {
            throw new InterruptedException("interrupted before " + describe(name) + " was asked for");
        }
        HeldLock mine = reentrant ? owned.ofThisThread(name) : null;
        if (mine != null && mine.grantAgain()) {
            return Optional.of(new LockGrant(mine));
        }
        Deadline deadline = Deadline.in(wait);
        LocalTurns.Turn turn = turns.enter(name, deadline);
        if (turn == null) {
            return Optional.empty();
        }
        HeldLock held = null;
        try {
            held = new LockWaiter(this, name, granted, turn).await(deadline);
        } finally {
            if (held == null) {
                turn.end();
            }
        }
        if (held == null) {
            return Optional.empty();
        }
        try {
            if (reentrant) {
                owned.add(name, held);
            }
            held.start();
        } catch (RuntimeException | Error e) {
            // An error, too, as from a thread that cannot be started. Without it, the end of the lease would go
            // unnoticed.
            CleanUp.after(e, held::unlock);
            throw e;
        }
        return Optional.of(new LockGrant(held));
    }

    static void requireLease(String what, Duration lease) {
        if (lease.compareTo(SHORTEST_LEASE) < 0 || lease.compareTo(LONGEST_LEASE) > 0) {
            throw new IllegalArgumentException(what + " is leased for 100 ms to 1 day, not for " + lease);
        }
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the locks of " + store + " are closed");
        }
    }

    String describe(String lock) {
        return "lock " + lock + " of " + store;
    }

    LockTimers timers() {
        return timers;
    }

    /** A number that changes when the process is copied. */
    int copies() {
        return copies.checkpoints();
    }

    /** How many locks are wanted or held, for tests. */
    int wanted() {
        return turns.size();
    }

    /** How many threads hold a lock or wait for it, for tests. */
    int waiting(String lock) {
        return turns.threads(lock);
    }
}
