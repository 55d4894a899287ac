package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import io.distid.internal.lease.LossShutdown;
import io.distid.internal.worker.OtherJvm;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Many leases of one source, on the threads of the system. */
@Timeout(300)
class LeaseRenewerTest {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final Duration SHORT = Duration.ofMillis(60);

    private final String namespace = "renewer-" + NAMESPACES.incrementAndGet();
    private final Source source = new Source(100);
    private final List<RenewedLease> leases = new ArrayList<>();
    private final CountDownLatch end = new CountDownLatch(1);

    @AfterEach
    void release() {
        end.countDown();
        leases.forEach(RenewedLease::close);
    }

    @Test
    void manyLeasesAreRenewedByOneThreadThatEndsWithTheLast() {
        hold(source, 300, SHORT);

        await().until(() -> leases.stream().allMatch(lease -> renewals(lease) >= 3));

        assertThat(threads()).hasSize(1).allMatch(Thread::isDaemon);
        assertThat(source.together).anyMatch(batch -> batch > 50).allMatch(batch -> batch <= 100);
        leases.forEach(RenewedLease::close);
        await().until(() -> threads().isEmpty());
    }

    @Test
    void leaseAfterTheLastStartsAThreadAgain() {
        for (int round = 0; round < 3; round++) {
            RenewedLease lease = hold(source, 1, SHORT).get(0);
            await().until(() -> renewals(lease) >= 1);
            lease.close();
            await().until(() -> threads().isEmpty());
        }
    }

    @Test
    void leaseWithoutASourceOfManyHasAThreadOfItsOwnThatEndsWithIt() {
        RenewedLease lease = start(0, SHORT, new Alone());
        await().until(() -> renewals(lease) >= 2);
        assertThat(threads()).hasSize(1);
        lease.close();
        await().until(() -> threads().isEmpty());
    }

    @Test
    void renewalsAreAThirdOfTheReservationApart() {
        long since = System.nanoTime();
        RenewedLease lease = hold(source, 1, Duration.ofMillis(600)).get(0);
        await().until(() -> renewals(lease) >= 3);
        // No upper bound: a machine may stand still.
        assertThat(Duration.ofNanos(System.nanoTime() - since)).isGreaterThan(Duration.ofMillis(550));
    }

    @Test
    void tickBeyondTheBoundIsReservedAtOnceAndThoseOfOthersInTheirTurn() {
        List<RenewedLease> held = hold(source, 10, Duration.ofHours(1));
        RenewedLease urgent = held.get(4);
        long wanted = urgent.reservedUntil() + 1;
        urgent.want(wanted);
        await().until(() -> urgent.reservedUntil() >= wanted);
        assertThat(held).filteredOn(lease -> renewals(lease) > 0).containsExactly(urgent);
    }

    @Test
    void tickThatIsWantedDuringARenewalThatFallsShortOfItIsReservedRightAfter() {
        RenewedLease lease = hold(source, 1, Duration.ofHours(1)).get(0);
        CountDownLatch under = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        source.before = backend -> {
            under.countDown();
            awaitQuietly(goOn);
        };
        lease.want(lease.reservedUntil() + 1);
        awaitQuietly(under);
        long wanted = lease.reservedUntil() + Duration.ofMinutes(30).toMillis();
        lease.want(wanted);
        goOn.countDown();
        await().until(() -> lease.reservedUntil() >= wanted);
    }

    @Test
    void lackOfMemoryEndsNoThreadThatRenews() throws Exception {
        Process process = OtherJvm.of(LowMemoryHolder.class, List.of("-Xmx24m"))
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        try {
            assertThat(process.waitFor(2, TimeUnit.MINUTES))
                    .as("it has renewed its leases")
                    .isTrue();
            assertThat(process.inputReader(StandardCharsets.UTF_8).readLine()).isEqualTo("renewed");
        } finally {
            process.destroyForcibly();
        }
    }

    @Test
    void answersOfABatchAreEachLeasesOwn() {
        List<RenewedLease> held = hold(source, 6, SHORT);
        source.failures.put(1, new LeaseLostException("another holds it"));
        source.failures.put(2, new StoreRegressedException("the bound fell"));
        source.failures.put(3, new BackendException("too far ahead"));
        source.failures.put(4, new OutOfMemoryError("planted"));

        await().until(() -> source.together.stream().anyMatch(batch -> batch > 1)
                && lost(held.get(1))
                && lost(held.get(2))
                && held.get(3).failure() != null
                && held.get(4).failure() != null
                && renewals(held.get(0)) >= 3
                && renewals(held.get(5)) >= 3);

        assertThat(held.get(1).failure()).isInstanceOf(LeaseLostException.class);
        assertThat(held.get(2).failure()).isInstanceOf(StoreRegressedException.class);
        assertThat(held.get(3).failure()).isInstanceOf(BackendException.class).hasMessage("too far ahead");
        assertThat(held.get(4).failure()).isInstanceOf(BackendException.class).hasRootCauseMessage("planted");
        assertThat(held.get(0).failure()).isNull();
        assertThat(List.of(lost(held.get(0)), lost(held.get(3)), lost(held.get(4)), lost(held.get(5))))
                .containsOnly(false);
    }

    /** Whether it moved is unknown, so what may be stamped is what it was before. */
    @Test
    void batchWithoutAnAnswerMovesNoBoundAndIsTriedAgain() {
        List<RenewedLease> held = hold(source, 5, SHORT);
        source.answers = false;
        await().until(() -> held.stream().allMatch(lease -> lease.health().renewalsFailed() >= 2));
        List<Long> bounds = held.stream().map(RenewedLease::reservedUntil).toList();
        List<Long> failed = failed(held);
        await().until(() -> max(failed(held)) >= max(failed) + 2);
        assertThat(held.stream().map(RenewedLease::reservedUntil).toList()).isEqualTo(bounds);
        assertThat(held)
                .allSatisfy(lease -> assertThat(lease.failure())
                        .isInstanceOf(BackendException.class)
                        .hasMessage("the store has not answered"));
        source.answers = true;
        await().until(() -> held.stream().allMatch(lease -> lease.failure() == null));
    }

    @Test
    void leaseThatFailsItsWholeBatchKeepsNoOtherFromBeingRenewed() {
        List<RenewedLease> held = hold(source, 40, SHORT);
        source.poison.add(17);
        await().until(() -> held.get(17).health().renewalsFailed() >= 3);
        long[] before = held.stream().mapToLong(LeaseRenewerTest::renewals).toArray();
        await().until(() -> IntStream.range(0, 40).allMatch(i -> i == 17 || renewals(held.get(i)) >= before[i] + 3));
        assertThat(held).filteredOn(lease -> lease.failure() != null).containsExactly(held.get(17));
        source.poison.clear();
        await().until(() -> held.get(17).failure() == null);
    }

    /** In the same round, so that nobody's bound is passed meanwhile. */
    @Test
    void othersOfAFailedBatchAreRenewedWithoutAFailureOfTheirOwn() {
        source.poison.add(17);
        List<RenewedLease> held = hold(source, 40, Duration.ofSeconds(3));
        await().until(() -> held.get(17).failure() != null);
        await().until(() -> IntStream.range(0, 40).allMatch(i -> i == 17 || renewals(held.get(i)) >= 1));
        assertThat(source.failedTogether.get()).isPositive();
        assertThat(held)
                .filteredOn(lease -> lease.health().renewalsFailed() > 0)
                .containsExactly(held.get(17));
    }

    @Test
    void manyLeasesThatFailTheirBatchesKeepNoOtherFromBeingRenewed() {
        List<RenewedLease> held = hold(source, 150, SHORT);
        source.poison.addAll(IntStream.range(20, 40).boxed().toList());
        await().until(() -> source.failedTogether.get() > 0);
        long[] before = held.stream().mapToLong(LeaseRenewerTest::renewals).toArray();
        await().until(() -> IntStream.range(0, 150)
                .allMatch(i -> source.poison.contains(i) || renewals(held.get(i)) >= before[i] + 3));
        source.poison.clear();
        await().until(() -> held.stream().allMatch(lease -> lease.failure() == null));
    }

    /** Each of its requests may take as long as its time-out. */
    @Test
    void storeThatAnswersNobodyIsNotAskedForEachLeaseAlone() {
        List<RenewedLease> held = hold(source, 90, SHORT);
        await().until(() -> held.stream().allMatch(lease -> renewals(lease) >= 1));
        source.answers = false;
        await().until(() -> held.stream().allMatch(lease -> lease.failure() != null));
        int alone = source.alone.get();
        int requests = source.requests.get();
        await().until(() -> source.requests.get() >= requests + 10);
        int more = source.requests.get() - requests;
        // Of a round of its own, too, which is under way.
        assertThat(source.alone.get() - alone).isLessThanOrEqualTo(3 * more + 3);
    }

    @Test
    void leasesOfOneSourceAreRenewedEachByItsOwnReservation() {
        RenewedLease slow = hold(source, 1, Duration.ofHours(1)).get(0);
        RenewedLease fast = hold(source, 1, SHORT).get(0);
        RenewedLease alone = hold(new Source(1), 1, SHORT).get(0);
        await().until(() -> renewals(fast) >= 10);
        // Not as seldom as a lease of an hour needs a round, which is a fiftieth.
        assertThat(renewals(alone)).isLessThan(20 * renewals(fast));
        assertThat(renewals(slow)).isZero();
    }

    @Test
    void listenerThatBlocksKeepsNoOtherLeaseFromBeingRenewedNorFromBeingLost() {
        Source one = new Source(100);
        List<RenewedLease> held = hold(one, 8, SHORT);
        AtomicInteger notified = new AtomicInteger();
        held.get(0).onLoss(() -> awaitQuietly(end));
        held.get(1).onLoss(notified::incrementAndGet);
        one.failures.put(0, new LeaseLostException("another holds it"));
        await().until(() -> lost(held.get(0)));
        long before = renewals(held.get(5));
        await().until(() -> renewals(held.get(5)) >= before + 5);
        one.failures.put(1, new LeaseLostException("another holds it"));
        await().until(() -> notified.get() == 1);
    }

    /** Of those that block there may be as many as there are threads to call them. */
    @Test
    void whatEndsIssuingIsCalledWhateverOtherListenersDo() {
        List<RenewedLease> held = hold(source, 2 * LeaseRenewer.NOTICE_THREADS, SHORT);
        AtomicInteger shut = new AtomicInteger();
        for (RenewedLease lease : held) {
            lease.onLoss(() -> awaitQuietly(end));
            lease.onLoss((LossShutdown) shut::incrementAndGet);
        }
        for (int i = 0; i < held.size(); i++) {
            source.failures.put(i, new LeaseLostException("another holds it"));
        }
        await().until(() -> shut.get() == held.size());
    }

    @Test
    void sourceThatHangsDelaysNoOther() {
        Source other = new Source(100);
        List<RenewedLease> hung = hold(source, 10, SHORT);
        CountDownLatch entered = new CountDownLatch(1);
        source.before = backend -> {
            entered.countDown();
            awaitQuietly(end);
        };
        awaitQuietly(entered);
        List<RenewedLease> held = hold(other, 10, SHORT);
        await().until(() -> held.stream().allMatch(lease -> renewals(lease) >= 5));
        assertThat(hung).noneMatch(RenewedLease::isOver);
    }

    @Test
    void clockThatThrowsKeepsNoOtherLeaseFromBeingRenewed() {
        AtomicBoolean broken = new AtomicBoolean();
        AtomicInteger thrown = new AtomicInteger();
        InstantSource clock = () -> {
            if (broken.get() && Thread.currentThread().getName().startsWith("distid-leases-")) {
                thrown.incrementAndGet();
                throw new IllegalStateException("planted");
            }
            return InstantSource.system().instant();
        };
        List<RenewedLease> held = hold(source, 3, SHORT);
        RenewedLease unlucky = start(100, SHORT, new Backend(source, 100), clock);
        broken.set(true);
        await().until(() -> thrown.get() >= 5);
        long before = renewals(held.get(0));
        await().until(() -> renewals(held.get(0)) >= before + 3);
        assertThat(unlucky.health().renewalsFailed()).isPositive();
        broken.set(false);
        long renewed = renewals(unlucky);
        await().until(() -> renewals(unlucky) > renewed);
    }

    /** After the bound was moved, when the renewer looks whether that is enough. */
    @Test
    void clockThatThrowsRightAfterARenewalKeepsNoOtherLeaseFromBeingRenewed() {
        AtomicBoolean broken = new AtomicBoolean();
        AtomicInteger thrown = new AtomicInteger();
        InstantSource clock = () -> {
            if (broken.get()
                    && StackWalker.getInstance()
                            .walk(frames -> frames.anyMatch(
                                    frame -> frame.getMethodName().equals("isShort")))) {
                thrown.incrementAndGet();
                throw new IllegalStateException("planted");
            }
            return InstantSource.system().instant();
        };
        RenewedLease unlucky = start(100, SHORT, new Backend(source, 100), clock);
        List<RenewedLease> held = hold(source, 3, SHORT);
        broken.set(true);
        await().until(() -> thrown.get() >= 3);
        List<Long> before = held.stream().map(LeaseRenewerTest::renewals).toList();
        await().until(() -> IntStream.range(0, 3).allMatch(i -> renewals(held.get(i)) >= before.get(i) + 3));
        broken.set(false);
        assertThat(unlucky.health().renewalsFailed()).isPositive();
    }

    @Test
    void releaseDuringABatchEndsNothingButItsOwnLease() {
        List<RenewedLease> held = hold(source, 10, SHORT);
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        source.before = backend -> {
            entered.countDown();
            awaitQuietly(goOn);
        };
        awaitQuietly(entered);
        held.get(3).close();
        goOn.countDown();
        source.before = backend -> {};
        await().until(() -> held.stream().allMatch(lease -> lease == held.get(3) || renewals(lease) >= 3));
        assertThat(lost(held.get(3))).isFalse();
        assertThat(held.get(3).health().renewalsFailed()).isZero();
    }

    private List<RenewedLease> hold(Source from, int count, Duration reservation) {
        List<RenewedLease> held = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            held.add(start(i, reservation, new Backend(from, i)));
        }
        return held;
    }

    private RenewedLease start(int id, Duration reservation, LeaseBackend backend) {
        return start(id, reservation, backend, InstantSource.system());
    }

    private RenewedLease start(int id, Duration reservation, LeaseBackend backend, InstantSource clock) {
        WorkerRequest request =
                new WorkerRequest(namespace, 1023, OptionalInt.empty(), reservation, "time41", "test", clock);
        RenewedLease lease = RenewedLease.start(request, id, 0, clock.millis() + reservation.toMillis(), backend);
        leases.add(lease);
        return lease;
    }

    private List<Thread> threads() {
        return Thread.getAllStackTraces().keySet().stream()
                .filter(thread -> thread.getName().startsWith("distid-leases-" + namespace + "-renew"))
                .toList();
    }

    private static long renewals(RenewedLease lease) {
        return lease.health().renewals();
    }

    private static List<Long> failed(List<RenewedLease> held) {
        return held.stream().map(lease -> lease.health().renewalsFailed()).toList();
    }

    private static long max(List<Long> values) {
        return values.stream().mapToLong(Long::longValue).max().orElseThrow();
    }

    private static boolean lost(RenewedLease lease) {
        return lease.health().lost();
    }

    /** Long, since it is no claim about how soon. */
    private static ConditionFactory await() {
        return Awaitility.await().atMost(Duration.ofMinutes(2));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Whose leases fail as they are told. */
    private static final class Source implements LeaseBatch {
        final LeaseRenewer renewer;
        final Map<Integer, Throwable> failures = new ConcurrentHashMap<>();
        final Set<Integer> together = ConcurrentHashMap.newKeySet();
        volatile boolean answers = true;
        final Set<Integer> poison = ConcurrentHashMap.newKeySet();
        final AtomicInteger failedTogether = new AtomicInteger();
        final AtomicInteger requests = new AtomicInteger();
        final AtomicInteger alone = new AtomicInteger();
        volatile Consumer<Backend> before = backend -> {};

        Source(int most) {
            renewer = new LeaseRenewer(most, this);
        }

        @Override
        public List<@Nullable Throwable> renew(List<Move> moves) {
            together.add(moves.size());
            requests.incrementAndGet();
            before.accept((Backend) moves.get(0).lease());
            if (!answers) {
                throw new BackendException("the store has not answered");
            }
            if (moves.stream().anyMatch(each -> poison.contains(((Backend) each.lease()).id))) {
                failedTogether.incrementAndGet();
                throw new BackendException("a row is locked");
            }
            return moves.stream()
                    .<@Nullable Throwable>map(each -> failures.get(((Backend) each.lease()).id))
                    .toList();
        }
    }

    private record Backend(Source source, int id) implements LeaseBatch.Member {
        @Override
        public void renew(long reservedUntil) {
            source.before.accept(this);
            source.alone.incrementAndGet();
            if (!source.answers) {
                throw new BackendException("the store has not answered");
            }
            if (source.poison.contains(id)) {
                throw new BackendException("the row is locked");
            }
            Throwable failure = source.failures.get(id);
            if (failure instanceof Error error) {
                throw error;
            }
            if (failure != null) {
                throw (RuntimeException) failure;
            }
        }

        @Override
        public LeaseRenewer renewer() {
            return source.renewer;
        }

        @Override
        public void release(long stampedUntil) {}
    }

    private record Alone() implements LeaseBackend {
        @Override
        public void renew(long reservedUntil) {}

        @Override
        public void release(long stampedUntil) {}
    }
}
