package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStore;
import io.distid.coordination.LockStore.Answer;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.coordination.LockStore.Released;
import io.distid.testservers.EtcdServer;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens between the look at a lock and the write of its record, and to a lock whose lease is over or extended. */
class EtcdLockRacesTest {
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "races-" + UUID.randomUUID();
    private final AtomicReference<Runnable> beforeTheWrite = new AtomicReference<>(() -> {});
    private final AtomicInteger writes = new AtomicInteger();
    private final LockStore store = EtcdFixture.locks(server, prefix, this::hook);

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void lockThatAnotherWasGrantedMeanwhileIsHeld() {
        store.release("one", grant("one", "before"), List.of("before"));
        beforeTheWrite.set(() -> grant("one", "other"));
        assertThat(take("one", "first")).isInstanceOf(Held.class);
    }

    /** As by a process that is paused between its look and its grant. */
    @Test
    void lockThatAnotherWasGrantedMeanwhileAndThatWasLostIsGrantedWithAGreaterNumber() {
        AtomicLong others = new AtomicLong();
        beforeTheWrite.set(() -> {
            others.set(grant("one", "other"));
            EtcdFixture.delete(server, prefix + "/record/one");
        });
        assertThat(grant("one", "first")).as("the number").isGreaterThan(others.get());
    }

    /** By one whose clock was ahead, which freed it since. */
    @Test
    void numberIsAboveThatOfARecordThatWasMadeMeanwhile() {
        long ahead = (System.currentTimeMillis() + Duration.ofDays(1).toMillis()) * 1_000;
        beforeTheWrite.set(() -> EtcdFixture.put(server, prefix + "/record/one", ahead + " 1 0 other other 0 0"));
        assertThat(grant("one", "first")).isEqualTo(ahead + 1);
    }

    @Test
    void lockThatIsExtendedOnceItsLeaseIsOverIsHeldAgain() {
        long fence = grant("one", "first");
        endLease("one");
        assertThat(store.extend("one", fence, List.of("first"), "first", LEASE)).isTrue();
        assertThat(take("one", "other")).isInstanceOf(Held.class);
        assertThat(store.release("one", fence, List.of("first"))).isEqualTo(Released.FREED_AND_WANTED);
        assertThat(take("one", "other")).isInstanceOf(Granted.class);
    }

    @Test
    void lockWhoseLeaseIsOverIsFreedByItsHolder() {
        long fence = grant("one", "first");
        endLease("one");
        assertThat(store.release("one", fence, List.of("first"))).isEqualTo(Released.FREED);
    }

    /** A grant is a read and a write, and so is a release: neither asks etcd for a lease once there is one. */
    @Test
    void eachStepIsOneWrite() {
        grant("other", "first");
        writes.set(0);
        long fence = grant("other", "first");
        store.extend("other", fence, List.of("first"), "first", LEASE);
        store.release("other", fence, List.of("first"));
        assertThat(writes).hasValue(3);
    }

    /** By another member, whose clock is a little behind: else the lock would be granted too early by those that are not. */
    @Test
    void leaseThatBeginsALittleInTheFutureIsNotCut() {
        grant("one", "first");
        long soon = System.currentTimeMillis() + 3_000;
        EtcdFixture.put(server, prefix + "/record/one", "1 " + soon + " 60000 first first 1 0");
        take("one", "other");
        assertThat(EtcdFixture.present(server, prefix + "/record/one").value()).contains(" " + soon + " ");
    }

    @Test
    void leaseThatBeginsFarInTheFutureIsCutToItsLength() {
        grant("one", "first");
        long far = System.currentTimeMillis() + Duration.ofDays(300).toMillis();
        EtcdFixture.put(server, prefix + "/record/one", "1 " + far + " 60000 first first 1 0");
        assertThat(((Held) take("one", "other")).atMost()).isLessThan(LEASE.multipliedBy(2));
        assertThat(EtcdFixture.present(server, prefix + "/record/one").value()).doesNotContain(Long.toString(far));
    }

    private Answer take(String lock, String who) {
        return store.take(lock, who, List.of(who), who, LEASE);
    }

    private long grant(String lock, String who) {
        Answer answer = take(lock, who);
        assertThat(answer).as("answer to %s", who).isInstanceOf(Granted.class);
        return ((Granted) answer).fence();
    }

    /** As if it had begun long ago. */
    private void endLease(String lock) {
        String key = prefix + "/record/" + lock;
        String[] fields = EtcdFixture.present(server, key).value().split(" ");
        fields[1] = "1";
        EtcdFixture.put(server, key, String.join(" ", fields));
    }

    /** Does something, once, before the next write of the record of lock one. */
    private Object hook(EtcdCall call) throws Throwable {
        if (call.isWrite() || call.is("grant")) {
            writes.incrementAndGet();
        }
        if (call.isWrite(prefix + "/record/one")) {
            beforeTheWrite.getAndSet(() -> {}).run();
        }
        return call.send();
    }
}
