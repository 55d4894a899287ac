package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStore.Answer;
import io.distid.coordination.LockStore.Granted;
import io.distid.coordination.LockStore.Held;
import io.distid.coordination.LockStore.Released;
import io.distid.process.CopyDetector;
import io.distid.spi.IdConfig;
import io.distid.testkit.ManualClock;
import io.distid.testservers.EtcdServer;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Which lease of etcd a lock's key ends with. */
class EtcdLockLeasesTest {
    private static final Duration LEASE = Duration.ofMinutes(1);
    private static final List<String> FIRST = List.of("first");

    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "leases-" + UUID.randomUUID();
    private final EtcdLink link = new EtcdLink(IdConfig.of(new EtcdLockStoreProvider(), EtcdFixture.config(server)));
    private final AtomicReference<Runnable> beforeTheRecordIsWritten = new AtomicReference<>(() -> {});
    private final AtomicReference<Runnable> beforeALeaseIsAskedFor = new AtomicReference<>(() -> {});
    private final AtomicInteger grants = new AtomicInteger();
    private final AtomicLong nanos = new AtomicLong();
    private final ManualClock day = new ManualClock(Instant.EPOCH);
    private final CopyDetector copies = new CopyDetector();
    private final Etcd etcd = hooked(new EtcdGateway(link, null));
    private final SpareLeases leases = new SpareLeases(etcd, copies, day);
    private final EtcdLockStore store = new EtcdLockStore(
            etcd, prefix, Duration.ofDays(2), leases, LockEvents.of(link, prefix + "/held/", Duration.ofDays(1)));

    @AfterEach
    void close() {
        store.close();
    }

    @Test
    void lockWhoseRecordWasLostIsGrantedToNobodyElseAsLongAsItIsHeld() {
        store.take("one", "process", FIRST, "first", LEASE);
        EtcdFixture.delete(server, prefix + "/record/one");
        assertThat(store.take("one", "process", List.of("second"), "second", LEASE))
                .isInstanceOf(Held.class);
        assertThat(store.take("one", "process", FIRST, "first", LEASE))
                .as("the answer to its holder, who repeats the request")
                .isInstanceOf(Granted.class);
        EtcdFixture.delete(server, prefix + "/record/one", prefix + "/held/one");
        assertThat(store.take("one", "process", List.of("second"), "second", LEASE))
                .isInstanceOf(Granted.class);
    }

    /** As by a process that is paused between its look and its grant. */
    @Test
    void lockThatAnotherWasGrantedMeanwhileAndThatWasLostIsGrantedWithAGreaterNumber() {
        AtomicLong others = new AtomicLong();
        beforeALeaseIsAskedFor.set(() -> {
            others.set(((Granted) store.take("one", "other", List.of("other"), "other", LEASE)).fence());
            EtcdFixture.delete(server, prefix + "/record/one", prefix + "/held/one");
        });
        assertThat(takeOne()).as("the number").isGreaterThan(others.get());
    }

    @Test
    void leaseOfALockThatIsReleasedTwiceAtOnceIsUsedForOneOther() {
        long fence = takeOne();
        beforeTheRecordIsWritten.set(() -> {
            store.release("one", fence, FIRST);
            store.take("two", "process", FIRST, "first", LEASE);
        });
        assertThat(store.release("one", fence, FIRST)).isEqualTo(Released.FREED);
        store.take("three", "process", FIRST, "first", LEASE);
        assertThat(leaseOf("three")).isNotEqualTo(leaseOf("two"));
    }

    @Test
    void leaseThatIsGivenBackTwiceIsTakenOnce() {
        long lease = etcd.grant(60);
        leases.give(lease, 60, leases.now());
        leases.give(lease, 60, leases.now());
        assertThat(leases.take(60)).isEqualTo(lease);
        assertThat(leases.take(60)).isNotEqualTo(lease);
    }

    /** Where there may be a copy of the process from now on, which has the same leases. */
    static Stream<Named<Consumer<EtcdLockLeasesTest>>> copyings() {
        return Stream.of(
                Named.of("a checkpoint is about to be made", test -> test.copies.expected()),
                Named.of("restored from a checkpoint", test -> test.copies.restored()),
                Named.of("a jump of the clock was told", test -> test.copies.suspected()),
                Named.of("the clock of the day jumped forward", test -> test.day.advance(Duration.ofSeconds(1))),
                Named.of("the clock of the day was set back", test -> test.day.stepBack(Duration.ofSeconds(1))));
    }

    @ParameterizedTest
    @MethodSource("copyings")
    void spareLeaseThatACopyOfTheProcessMayHaveIsNotUsedAgain(Consumer<EtcdLockLeasesTest> copying) {
        store.release("one", takeOne(), FIRST);
        copying.accept(this);
        requireGrantForTheNext();
    }

    @ParameterizedTest
    @MethodSource("copyings")
    void leaseThatIsSetFreeWhileTheProcessIsCopiedIsNotUsedAgain(Consumer<EtcdLockLeasesTest> copying) {
        long fence = takeOne();
        beforeTheRecordIsWritten.set(() -> copying.accept(this));
        assertThat(store.release("one", fence, FIRST)).isEqualTo(Released.FREED);
        requireGrantForTheNext();
    }

    @ParameterizedTest
    @MethodSource("copyings")
    void leaseThatAnExtensionReplacesWhileTheProcessIsCopiedIsNotUsedAgain(Consumer<EtcdLockLeasesTest> copying) {
        long fence = takeOne();
        beforeTheRecordIsWritten.set(() -> copying.accept(this));
        assertThat(store.extend("one", fence, FIRST, "first", LEASE.multipliedBy(2)))
                .isTrue();
        requireGrantForTheNext();
    }

    @ParameterizedTest
    @MethodSource("copyings")
    void leaseForALockThatAnotherWasGrantedWhileTheProcessWasCopiedIsNotUsedAgain(
            Consumer<EtcdLockLeasesTest> copying) {
        beforeTheRecordIsWritten.set(() -> {
            store.take("one", "other", List.of("second"), "second", LEASE);
            copying.accept(this);
        });
        assertThat(store.take("one", "process", FIRST, "first", LEASE)).isInstanceOf(Held.class);
        requireGrantForTheNext();
    }

    @Test
    void noLeaseIsKeptWhileACheckpointIsMade() {
        copies.expected();
        store.release("one", takeOne(), FIRST);
        requireGrantForTheNext();
    }

    @Test
    void leaseIsUsedAgainForAMinuteIfBothClocksGoOn() {
        long fence = takeOne();
        long lease = leaseOf("one");
        store.release("one", fence, FIRST);
        pass(Duration.ofMinutes(1));
        fence = ((Granted) store.take("two", "process", FIRST, "first", LEASE)).fence();
        assertThat(leaseOf("two")).isEqualTo(lease);
        store.release("two", fence, FIRST);
        pass(Duration.ofMinutes(1).plusNanos(1_000_000));
        requireGrantForTheNext();
    }

    @Test
    void callsGoOnWhileOneAsksForTheTimeOfTheLeaseOfRecords() {
        takeOne();
        pass(Duration.ofMinutes(2));
        AtomicReference<Answer> meanwhile = new AtomicReference<>();
        beforeALeaseIsAskedFor.set(() ->
                meanwhile.set(CompletableFuture.supplyAsync(() -> store.take("two", "process", FIRST, "first", LEASE))
                        .orTimeout(30, TimeUnit.SECONDS)
                        .join()));
        store.take("three", "process", FIRST, "first", LEASE);
        assertThat(meanwhile.get()).isInstanceOf(Granted.class);
    }

    private void pass(Duration time) {
        nanos.addAndGet(time.toNanos());
        day.advance(time);
    }

    private long takeOne() {
        return ((Granted) store.take("one", "process", FIRST, "first", LEASE)).fence();
    }

    private void requireGrantForTheNext() {
        int before = grants.get();
        store.take("two", "process", FIRST, "first", LEASE);
        assertThat(grants).as("leases that etcd granted").hasValue(before + 1);
    }

    private long leaseOf(String lock) {
        return EtcdFixture.present(server, prefix + "/held/" + lock).lease();
    }

    /** Does something, once, between the look at a lock and the write of its record; its monotonic clock stands still. */
    private Etcd hooked(Etcd etcd) {
        return (Etcd) Proxy.newProxyInstance(
                Etcd.class.getClassLoader(), new Class<?>[] {Etcd.class}, (proxy, method, arguments) -> {
                    if (method.getName().equals("commit")
                            && GatewayJson.write(((Transaction) arguments[0]).body())
                                    .contains("request_put")) {
                        beforeTheRecordIsWritten.getAndSet(() -> {}).run();
                    }
                    if (method.getName().equals("secondsLeft")) {
                        beforeALeaseIsAskedFor.getAndSet(() -> {}).run();
                    }
                    if (method.getName().equals("nanoTime")) {
                        return nanos.get();
                    }
                    if (method.getName().equals("grant")) {
                        grants.incrementAndGet();
                    }
                    try {
                        return method.invoke(etcd, arguments);
                    } catch (InvocationTargetException e) {
                        throw e.getCause();
                    }
                });
    }
}
