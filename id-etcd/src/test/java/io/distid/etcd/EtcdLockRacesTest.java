package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStore.Answer;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.coordination.LockStore.Released;
import io.distid.process.CopyDetector;
import io.distid.spi.IdConfig;
import io.distid.testservers.EtcdServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What happens between the look at a lock and the write of its record, and to a lock whose lease is over or extended. */
class EtcdLockRacesTest {
    private static final Duration LEASE = Duration.ofMinutes(1);

    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "races-" + UUID.randomUUID();
    private final EtcdLink link = new EtcdLink(IdConfig.of(new EtcdLockStoreProvider(), EtcdFixture.config(server)));
    private final AtomicReference<Runnable> beforeTheWrite = new AtomicReference<>(() -> {});
    private final List<Long> keptAlive = new ArrayList<>();
    private final List<Long> secondsAskedFor = new ArrayList<>();
    private final Etcd etcd = hooked(new EtcdGateway(link, null));
    private final EtcdLockStore store = new EtcdLockStore(
            etcd,
            prefix,
            Duration.ofDays(2),
            new SpareLeases(etcd, new CopyDetector(), InstantSource.system()),
            LockEvents.of(link, prefix + "/held/", Duration.ofDays(1)));

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

    @Test
    void lockThatAnotherWasGrantedMeanwhileAndWhoseRecordWasLostIsHeld() {
        beforeTheWrite.set(() -> {
            grant("one", "other");
            EtcdFixture.delete(server, prefix + "/record/one");
        });
        assertThat(take("one", "first")).isInstanceOf(Held.class);
    }

    /** By one whose clock was ahead, which freed it since. */
    @Test
    void numberIsAboveThatOfARecordThatWasMadeMeanwhile() {
        long ahead = (System.currentTimeMillis() + Duration.ofDays(1).toMillis()) * 1_000;
        beforeTheWrite.set(
                () -> EtcdFixture.put(server, prefix + "/record/one", ahead + " free 60000 0 0 other other"));
        assertThat(grant("one", "first")).isEqualTo(ahead + 1);
    }

    @Test
    void lockThatAnotherWasGrantedMeanwhileIsNotExtended() {
        long fence = grant("one", "first");
        EtcdFixture.delete(server, prefix + "/held/one");
        beforeTheWrite.set(() -> grant("one", "other"));
        assertThat(store.extend("one", fence, List.of("first"), "first", LEASE)).isFalse();
        assertThat(take("one", "first")).as("while the other one holds it").isInstanceOf(Held.class);
    }

    @Test
    void releaseOfALockThatAnotherWasGrantedMeanwhileTellsOfTheLoss() {
        long fence = grant("one", "first");
        EtcdFixture.delete(server, prefix + "/held/one");
        beforeTheWrite.set(() -> grant("one", "other"));
        assertThat(store.release("one", fence, List.of("first"))).isEqualTo(Released.LOST);
        assertThat(take("one", "first")).as("while the other one holds it").isInstanceOf(Held.class);
    }

    /** Nor is it lost by who asked for it first. */
    @Test
    void lockThatSeveralAskForStaysHeld() {
        grant("one", "first");
        for (String asking : List.of("other", "another", "other")) {
            assertThat(take("one", asking)).as("answer to %s", asking).isInstanceOf(Held.class);
        }
    }

    @Test
    void lockThatIsExtendedOnceItsLeaseIsOverIsHeldAgain() {
        long fence = grant("one", "first");
        EtcdFixture.delete(server, prefix + "/held/one");
        assertThat(store.extend("one", fence, List.of("first"), "first", LEASE)).isTrue();
        assertThat(take("one", "other")).isInstanceOf(Held.class);
        assertThat(store.release("one", fence, List.of("first"))).isEqualTo(Released.FREED_AND_WANTED);
        assertThat(take("one", "other")).isInstanceOf(Granted.class);
    }

    @Test
    void lockWhoseLeaseIsOverIsFreedByItsHolder() {
        long fence = grant("one", "first");
        EtcdFixture.delete(server, prefix + "/held/one");
        assertThat(store.release("one", fence, List.of("first"))).isEqualTo(Released.FREED);
    }

    @Test
    void leaseThatIsExtendedByItsOwnLengthBeginsAnewAndStaysTheLocksAlone() {
        long fence = grant("one", "first");
        long lease = leaseOf("one");
        keptAlive.clear();
        assertThat(store.extend("one", fence, List.of("first"), "first", LEASE)).isTrue();
        assertThat(keptAlive).containsExactly(lease);
        assertThat(leaseOf("one")).isEqualTo(lease);
        grant("two", "first");
        assertThat(leaseOf("two")).isNotEqualTo(lease);
    }

    @Test
    void extensionByAnotherLengthHasALeaseOfItsOwn() {
        long fence = grant("one", "first");
        long lease = leaseOf("one");
        assertThat(store.extend("one", fence, List.of("first"), "first", LEASE.multipliedBy(2)))
                .isTrue();
        assertThat(leaseOf("one")).isNotEqualTo(lease);
        grant("two", "first");
        assertThat(leaseOf("two")).as("that of another lock").isNotEqualTo(leaseOf("one"));
    }

    /** Which etcd counts in whole ones: else the lock would be free before its holder takes it for that. */
    @Test
    void leaseIsAskedForInSecondsThatAreRoundedUp() {
        store.take("one", "first", List.of("first"), "first", LEASE.plusMillis(1));
        store.take("two", "first", List.of("first"), "first", LEASE);
        assertThat(secondsAskedFor).contains(61L, 60L);
        long fence = grant("three", "first");
        secondsAskedFor.clear();
        assertThat(store.extend("three", fence, List.of("first"), "first", LEASE.plusMillis(1_001)))
                .isTrue();
        assertThat(secondsAskedFor).containsExactly(62L);
    }

    /** One other may be granted the lock since, and no more: the record tells of one. */
    @Test
    void whoFreedTheLockAndAsksOnceMoreIsNotToldOfALossAndWhoLostItIs() {
        long first = grant("one", "first");
        assertThat(store.release("one", first, List.of("first"))).isEqualTo(Released.FREED);
        long second = grant("one", "second");
        assertThat(store.release("one", first, List.of("first"))).isEqualTo(Released.FREED);
        EtcdFixture.delete(server, prefix + "/held/one");
        grant("one", "third");
        assertThat(store.release("one", second, List.of("second")))
                .as("release by who did not free it")
                .isEqualTo(Released.LOST);
        assertThat(store.release("one", 0, List.of("second")))
                .as("release by who does not know a number")
                .isEqualTo(Released.LOST);
        EtcdFixture.delete(server, prefix + "/record/one");
        assertThat(store.release("one", second, List.of("second")))
                .as("release of a lock whose record was lost")
                .isEqualTo(Released.LOST);
    }

    private Answer take(String lock, String who) {
        return store.take(lock, who, List.of(who), who, LEASE);
    }

    private long grant(String lock, String who) {
        Answer answer = take(lock, who);
        assertThat(answer).as("answer to %s", who).isInstanceOf(Granted.class);
        return ((Granted) answer).fence();
    }

    private long leaseOf(String lock) {
        return EtcdFixture.present(server, prefix + "/held/" + lock).lease();
    }

    /** Does something, once, before the next write of the record of lock one, and tells which leases are kept alive, and how long ones are asked for. */
    private Etcd hooked(Etcd etcd) {
        return (Etcd) Proxy.newProxyInstance(
                Etcd.class.getClassLoader(), new Class<?>[] {Etcd.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")) {
                        String body = GatewayJson.write(((Transaction) arguments[0]).body());
                        if (body.contains("request_put") && body.contains(Transaction.encode(prefix + "/record/one"))) {
                            beforeTheWrite.getAndSet(() -> {}).run();
                        }
                    }
                    if (method.getName().equals("keepAlive")) {
                        keptAlive.add((Long) arguments[0]);
                    }
                    if (method.getName().equals("grant")) {
                        secondsAskedFor.add((Long) arguments[0]);
                    }
                    try {
                        return method.invoke(etcd, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
