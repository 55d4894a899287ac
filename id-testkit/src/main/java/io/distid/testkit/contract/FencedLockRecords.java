package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.distid.BackendException;
import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.coordination.LockStore.Released;
import io.distid.coordination.LockStoreProvider;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Tests of the holder in a lock's record: only a caller with its number and one of its tokens holds the lock. They ask the store itself, since
 * {@link io.distid.coordination.FencedLocks} of one process never sends such requests. A copy of the process sends them, or a thread that was
 * stopped in the middle of a call.
 */
abstract class FencedLockRecords extends FencedLockAnswers {
    private static final String FIRST = "first";
    private static final String NEXT = "next";
    private static final Duration BRIEF = Duration.ofMillis(500);
    /** The part of a lease that a holder does not use: a thousandth for drift, and a ms for the request. */
    private static final Duration LEFT_OUT = BRIEF.dividedBy(1_000).plusMillis(1);
    /** How many leases are tried, each twice as long as the last: 500 ms to 64 s. */
    private static final int LEASES = 8;

    private LockStore openStore() {
        LockStoreProvider provider = Providers.find(LockStoreProvider.class, store());
        return provider.open(IdConfig.of(provider, config()));
    }

    /** Each copy extends with its own token, which replaces the token that both know. */
    @Test
    final void secondExtensionByACopyOfAHolderIsRefused() {
        String name = newLock();
        try (LockStore store = openStore()) {
            long fence = grant(store, name, FIRST);
            assertThat(store.extend(name, fence, List.of(FIRST, "one"), "one", LONG))
                    .as("extension by the copy that asks first")
                    .isTrue();
            assertThat(store.extend(name, fence, List.of(FIRST, "two"), "two", LONG))
                    .as("extension by the copy that asks second")
                    .isFalse();
            assertThat(store.extend(name, fence, List.of("one", "later"), "later", LONG))
                    .as("extension by the copy that goes on")
                    .isTrue();
            assertThat(store.release(name, fence, List.of("later"))).isEqualTo(Released.FREED);
        }
    }

    @Test
    final void copyDoesNotFreeALockThatTheOtherCopyExtended() {
        String name = newLock();
        try (LockStore store = openStore()) {
            long fence = grant(store, name, FIRST);
            assertThat(store.extend(name, fence, List.of(FIRST, "one"), "one", LONG))
                    .isTrue();
            for (long number : new long[] {fence, 0}) {
                assertThat(store.release(name, number, List.of(FIRST, "two")))
                        .as("release of number %d by the other copy", number)
                        .isEqualTo(Released.LOST);
            }
            assertThat(store.take(name, "another", List.of("another"), "another", LONG))
                    .as("answer to another process, while the lock is held")
                    .isInstanceOf(Held.class);
            assertThat(store.release(name, fence, List.of("one")))
                    .as("release by the holder, after another process has asked")
                    .isEqualTo(Released.FREED_AND_WANTED);
        }
    }

    /** Two copies that repeat a request after a lost answer know the same token, and get the lock one after the other. */
    @Test
    final void copyWithTheLowerNumberHasLostTheLock() {
        String name = newLock();
        try (LockStore store = openStore()) {
            long lower = grant(store, name, FIRST);
            long greater = grant(store, name, FIRST);
            assertThat(greater).as("number of the second grant").isGreaterThan(lower);
            assertThat(store.extend(name, lower, List.of(FIRST, "one"), "one", LONG))
                    .as("extension of number %d, after %d", lower, greater)
                    .isFalse();
            assertThat(store.release(name, lower, List.of(FIRST)))
                    .as("release of number %d, after %d", lower, greater)
                    .isEqualTo(Released.LOST);
            assertThat(store.extend(name, greater, List.of(FIRST, "two"), "two", LONG))
                    .as("extension of number %d", greater)
                    .isTrue();
            assertThat(store.release(name, greater, List.of("two"))).isEqualTo(Released.FREED);
        }
    }

    /** The holder has gone on since, so no caller would free the lock any more. */
    @Test
    final void extensionAfterTheReleaseDoesNotTakeTheLock() {
        String name = newLock();
        try (LockStore store = openStore()) {
            long fence = grant(store, name, FIRST);
            assertThat(store.release(name, fence, List.of(FIRST, "late"))).isEqualTo(Released.FREED);
            assertThat(store.extend(name, fence, List.of(FIRST, "late"), "late", LONG))
                    .as("extension after the release")
                    .isFalse();
            long next = grant(store, name, NEXT);
            assertThat(next).as("number of the next").isGreaterThan(fence);
            assertThat(store.release(name, next, List.of(NEXT))).isEqualTo(Released.FREED);
        }
    }

    @Test
    final void lockIsNotGrantedWhileItsHolderCountsOnIt() {
        String granted = newLock();
        String extended = newLock();
        try (LockStore store = openStore()) {
            long[] asked = new long[1];
            // A store may report that so short a lease ended before its answer; then it is asked again.
            Eventually.untilAnswered(() -> {
                asked[0] = System.nanoTime();
                return take(store, granted, FIRST, BRIEF);
            });
            requireFreeAfterItsLease(store, granted, asked[0]);
            long fence = grant(store, extended, FIRST);
            assertThat(Eventually.untilAnswered(() -> {
                        asked[0] = System.nanoTime();
                        return store.extend(extended, fence, List.of(FIRST, "later"), "later", BRIEF);
                    }))
                    .isTrue();
            requireFreeAfterItsLease(store, extended, asked[0]);
        }
    }

    private static void requireFreeAfterItsLease(LockStore store, String name, long asked) {
        awaitGrantToTheNext(store, name);
        assertThat(Duration.ofNanos(System.nanoTime() - asked))
                .as("time from before a lease was asked for until another process was granted the lock")
                .isGreaterThanOrEqualTo(BRIEF.minus(LEFT_OUT));
    }

    /** The lease is measured in the store: the holder's clock shows only what the holder believes. */
    @Test
    final void extendedLeaseOutlivesTheFirstLease() {
        try (LockStore store = openStore()) {
            Duration lease = BRIEF;
            for (int i = 0; i < LEASES; i++) {
                if (outlives(store, lease)) {
                    return;
                }
                // The machine stood still for longer than the lease, so a longer lease is tried.
                lease = lease.multipliedBy(2);
            }
            fail(
                    "the machine stood still for longer than each of %d leases, the last of %s",
                    LEASES, lease.dividedBy(2));
        }
    }

    /** Returns false if the lease ended before its extension, so that the attempt shows nothing. */
    private static boolean outlives(LockStore store, Duration lease) {
        String name = newLock();
        String other = newLock();
        long asked = System.nanoTime();
        try {
            long fence = take(store, name, FIRST, lease);
            boolean extended = store.extend(name, fence, List.of(FIRST, "later"), "later", LONG);
            if (!extended && System.nanoTime() - asked > lease.toNanos()) {
                return false;
            }
            assertThat(extended).as("whether a lease of %s is extended", lease).isTrue();
        } catch (BackendException e) {
            if (System.nanoTime() - asked > lease.toNanos()) {
                return false;
            }
            throw e;
        }
        Eventually.untilAnswered(() -> take(store, other, FIRST, lease));
        awaitGrantToTheNext(store, other);
        assertThat(store.take(name, NEXT, List.of(NEXT), NEXT, LONG))
                .as("answer to another process, once a lease as the first one is over")
                .isInstanceOf(Held.class);
        return true;
    }

    private static void awaitGrantToTheNext(LockStore store, String name) {
        Eventually.await("a grant to the next")
                .until(() -> store.take(name, NEXT, List.of(NEXT), NEXT, LONG), Granted.class::isInstance);
    }

    private static long grant(LockStore store, String name, String token) {
        return take(store, name, token, LONG);
    }

    private static long take(LockStore store, String name, String token, Duration lease) {
        LockStore.Answer answer = store.take(name, token, List.of(token), token, lease);
        assertThat(answer).as("answer to %s", token).isInstanceOf(Granted.class);
        return ((Granted) answer).fence();
    }
}
