package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.spi.IdConfig;
import io.distid.spi.LeaseHealth;
import io.distid.spi.Providers;
import io.distid.spi.WorkerIds;
import io.distid.spi.WorkerIdsProvider;
import io.distid.spi.WorkerLease;
import io.distid.spi.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * What every leased source of {@link WorkerIds} must hold to, on its real server and among real processes.
 *
 * <p>A subclass names the provider, gives a configuration, and says how to stop and start the server. Holders that crash are
 * processes that are killed; holders that pause are processes that are stopped and let go on, which needs a {@code kill} command.
 *
 * <p>Words that an operator looks for must be in the messages: the namespace and the holders where a range is full, both layouts
 * where another one is refused, {@code ahead} where a holder's clock is.
 */
public abstract class WorkerIdsContract {
    private static final AtomicInteger NAMESPACES = new AtomicInteger();
    private static final String LAYOUT = "41 ms, 10 worker, 12 sequence, from 2020-01-01";

    /** For subclasses. */
    protected WorkerIdsContract() {}

    /**
     * The source under test.
     *
     * @return the name its provider is found by
     */
    protected abstract String source();

    /**
     * A configuration that works, for this process and others on this machine.
     *
     * @return the settings
     */
    protected abstract Map<String, String> config();

    /**
     * Makes the server unreachable.
     *
     * @throws Exception if it cannot be stopped; {@link org.opentest4j.TestAbortedException} if this one must not be
     */
    protected abstract void stopServer() throws Exception;

    /**
     * Makes the server reachable again, with what it held.
     *
     * @throws Exception if it cannot be started
     */
    protected abstract void startServer() throws Exception;

    /**
     * Configurations that opening must refuse within five seconds, beyond those that follow from the provider's keys.
     *
     * @return as changes to {@link #config()}; by default none
     */
    protected List<BadConfig> badConfigs() {
        return List.of();
    }

    /**
     * How many processes acquire at once.
     *
     * @return by default 4
     */
    protected int processes() {
        return 4;
    }

    /**
     * How many threads of each process acquire at once.
     *
     * @return by default 64
     */
    protected int threadsPerProcess() {
        return 64;
    }

    /**
     * How far ahead most tests reserve, and so how long they wait for an expiry.
     *
     * @return by default 2 seconds
     */
    protected Duration reservation() {
        return Duration.ofSeconds(2);
    }

    /**
     * How long a test waits for what must happen, such as an expiry, before it fails.
     *
     * @return by default 30 seconds
     */
    protected Duration patience() {
        return Duration.ofSeconds(30);
    }

    @Test
    final void serviceLoaderFindsExactlyOneProvider() {
        configChecks().discovery();
    }

    @Test
    final void unknownKeyIsRefused() {
        configChecks().unknownKey();
    }

    @Test
    final void malformedAndOutOfRangeValuesAreRefused() {
        configChecks().badValues();
    }

    @Test
    final void badConfigurationsAreRefusedInTime() {
        configChecks().refused(badConfigs());
    }

    @Test
    final void secretsAreNeverShown() throws Exception {
        configChecks().secrets();
    }

    @Test
    final void freshLeaseIsReservedAhead() {
        try (WorkerIds source = open()) {
            long before = System.currentTimeMillis();
            WorkerLease lease = source.acquire(request(newNamespace(), 7));
            assertThat(lease.workerId()).as("worker id").isBetween(0, 7);
            assertThat(lease.reservedUntil())
                    .as("reserved until, from %d", before)
                    .isGreaterThan(before);
            assertThat(lease.stampedUntil())
                    .as("stamped until, in a fresh namespace")
                    .isLessThan(before);
            assertThat(lease.failure()).as("failure").isNull();
            LeaseHealth health = lease.health();
            assertThat(health.workerId()).as("worker id by health").isEqualTo(lease.workerId());
            assertThat(health.lost()).as("lost by health").isFalse();
            assertThat(health.renewalsFailed()).as("failed renewals by health").isZero();
            lease.close();
        }
    }

    @Test
    @ResourceLock(ChildJvm.CROWD)
    final void processesThatFillTheRangeAllGetDistinctIds() {
        String namespace = newNamespace();
        int total = processes() * threadsPerProcess();
        List<ChildJvm> children = new ArrayList<>();
        try {
            for (int i = 0; i < processes(); i++) {
                children.add(child(namespace, total - 1, Duration.ofSeconds(20), "process-" + i, threadsPerProcess()));
            }
            children.forEach(child -> child.await("ready", Duration.ofMinutes(1)));
            children.forEach(child -> child.tell("acquire"));
            List<List<Integer>> ids = new ArrayList<>();
            for (ChildJvm child : children) {
                ids.add(IntStream.range(0, threadsPerProcess())
                        .mapToObj(i -> Integer.valueOf(
                                child.await("lease", Duration.ofMinutes(2)).get(0)))
                        .toList());
            }
            Repeats.refuse(ids);
            assertThat(ids.stream().flatMap(List::stream)).as("worker ids").allMatch(id -> id >= 0 && id < total);
            children.forEach(child -> child.tell("release"));
            children.forEach(child -> child.await("released", Duration.ofMinutes(2)));
        } finally {
            children.forEach(ChildJvm::close);
        }
    }

    @Test
    final void exactlyAsManyThreadsAsThereAreIdsGetOne() {
        String namespace = newNamespace();
        try (WorkerIds one = open();
                WorkerIds two = open()) {
            List<@Nullable WorkerLease> leases = Crew.run(16, patience(), thread -> {
                try {
                    return (thread % 2 == 0 ? one : two).acquire(request(namespace, 3));
                } catch (IdsExhaustedException e) {
                    return null;
                }
            });
            List<WorkerLease> held = leases.stream().filter(Objects::nonNull).toList();
            assertThat(held.stream().map(WorkerLease::workerId))
                    .as("ids granted to 16 threads from a range of 4")
                    .containsExactlyInAnyOrder(0, 1, 2, 3);
            held.forEach(WorkerLease::close);
        }
    }

    @Test
    final void idsBelowTheFirstAllowedAreNotGranted() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerRequest request = new WorkerRequest(
                    namespace, 2, 3, OptionalInt.empty(), reservation(), LAYOUT, "contract", InstantSource.system());
            List<WorkerLease> held = List.of(source.acquire(request), source.acquire(request));
            assertThat(held.stream().map(WorkerLease::workerId))
                    .as("ids granted from 2 to 3")
                    .containsExactlyInAnyOrder(2, 3);
            assertThat(catchThrowable(() -> source.acquire(request)))
                    .as("third holder of two ids")
                    .isInstanceOf(IdsExhaustedException.class);
            held.forEach(WorkerLease::close);
        }
    }

    @Test
    final void rangeThatIsFullIsToldWithItsHolders() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease one = source.acquire(request(namespace, 1, OptionalInt.empty(), "holder-alice"));
            WorkerLease two = source.acquire(request(namespace, 1, OptionalInt.empty(), "holder-bob"));
            assertThat(catchThrowable(() -> source.acquire(request(namespace, 1))))
                    .as("third holder of two ids")
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining(namespace)
                    .hasMessageMatching("(?s).*\\b0\\b.*\\b1\\b.*")
                    .hasMessageContaining("holder-alice")
                    .hasMessageContaining("holder-bob");
            one.close();
            two.close();
        }
    }

    @Test
    final void idIsReusedAtOnceAboveTheStampItWasReleasedWith() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease first = source.acquire(request(namespace, 0));
            long stamp = System.currentTimeMillis() - 7;
            first.release(stamp);
            WorkerLease second = source.acquire(request(namespace, 0));
            assertThat(second.stampedUntil())
                    .as("stamped until, after release(%d)", stamp)
                    .isEqualTo(stamp);
            assertThat(second.reservedUntil()).as("reserved until").isGreaterThan(stamp);
            second.release(second.stampedUntil());
            WorkerLease third = source.acquire(request(namespace, 0));
            assertThat(third.stampedUntil())
                    .as("stamped until, after a holder that stamped nothing")
                    .isEqualTo(stamp);
            long reserved = third.reservedUntil();
            third.close();
            WorkerLease fourth = source.acquire(request(namespace, 0));
            assertThat(fourth.stampedUntil())
                    .as("stamped until, after a plain close")
                    .isGreaterThanOrEqualTo(reserved);
            fourth.close();
        }
    }

    @Test
    final void secondReleaseDoesNotTouchTheNextHolder() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease first = source.acquire(request(namespace, 0));
            long stamp = System.currentTimeMillis();
            first.release(stamp);
            first.release(stamp + 1);
            WorkerLease second = source.acquire(request(namespace, 0));
            assertThat(second.stampedUntil())
                    .as("stamped until, after two releases")
                    .isEqualTo(stamp);
            assertThatCode(first::close).as("close of a released lease").doesNotThrowAnyException();
            assertThat(catchThrowable(() -> source.acquire(request(namespace, 0))))
                    .as("acquire of an id that its second holder still has")
                    .isInstanceOf(IdsExhaustedException.class);
            second.close();
        }
    }

    @Test
    final void boundMovesOnWhileTheLeaseIsHeld() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease lease = source.acquire(request(namespace, 0));
            long first = lease.reservedUntil();
            Awaitility.await("two renewals")
                    .atMost(patience())
                    .until(() -> lease.reservedUntil() > first + reservation().toMillis());
            assertThat(catchThrowable(() -> source.acquire(request(namespace, 0))))
                    .as("acquire of an id that was held longer than its first reservation")
                    .isInstanceOf(IdsExhaustedException.class);
            assertThat(lease.failure()).as("failure").isNull();
            lease.close();
        }
    }

    @Test
    final void idOfAKilledHolderIsReusedAboveAllItCouldHaveStamped() {
        String namespace = newNamespace();
        try (ChildJvm child = child(namespace, 0, reservation(), "doomed", 1);
                WorkerIds source = open()) {
            long told = holds(child);
            assertThat(catchThrowable(() -> source.acquire(request(namespace, 0))))
                    .as("acquire while another process holds the only id")
                    .isInstanceOf(IdsExhaustedException.class);
            child.kill();
            WorkerLease next = acquireOnceFree(source, namespace);
            long bound = lastBound(child, told);
            assertThat(next.stampedUntil())
                    .as("stamped until, after a holder that was killed")
                    .isGreaterThanOrEqualTo(bound);
            next.close();
        }
    }

    @Test
    final void holderThatPausedTooLongIsRefused() {
        String namespace = newNamespace();
        try (ChildJvm child = child(namespace, 0, reservation(), "sleeper", 1);
                WorkerIds source = open()) {
            long told = holds(child);
            child.pause();
            WorkerLease next = acquireOnceFree(source, namespace);
            assertThat(next.stampedUntil())
                    .as("stamped until, after a holder that paused")
                    .isGreaterThanOrEqualTo(lastBound(child, told));
            child.resume();
            List<String> lost = child.await("lost", patience());
            assertThat(lost.get(0)).as("failure of the stale lease").isEqualTo("LeaseLostException");
            assertThat(Long.parseLong(lost.get(1)))
                    .as("bound of the stale lease, whose successor began above %d", next.stampedUntil())
                    .isLessThanOrEqualTo(next.stampedUntil());
            long bound = next.reservedUntil();
            Awaitility.await("a renewal of the successor").atMost(patience()).until(() -> next.reservedUntil() > bound);
            assertThat(next.failure()).as("failure of the successor").isNull();
            next.close();
        }
    }

    @Test
    final void listenersHearOfALossEvenIfTheyComeLate() {
        String namespace = newNamespace();
        try (ChildJvm child = child(namespace, 0, reservation(), "sleeper", 1);
                WorkerIds source = open()) {
            holds(child);
            child.pause();
            WorkerLease next = acquireOnceFree(source, namespace);
            child.resume();
            assertThat(child.await("told", patience()))
                    .as("lost, as the listener saw it")
                    .containsExactly("true");
            child.await("told-late", patience());
            next.close();
        }
    }

    @Test
    final void otherLayoutIsRefused() {
        String namespace = newNamespace();
        String other = "39 x 10 ms, 16 worker, 8 sequence, from 2014-09-01";
        try (WorkerIds source = open()) {
            WorkerLease lease = source.acquire(request(namespace, 7));
            WorkerRequest request = new WorkerRequest(
                    namespace, 7, OptionalInt.empty(), reservation(), other, "stranger", InstantSource.system());
            assertThat(catchThrowable(() -> source.acquire(request)))
                    .as("acquire with another layout")
                    .isInstanceOf(ConfigException.class)
                    .hasMessageContaining(namespace)
                    .hasMessageContaining(LAYOUT)
                    .hasMessageContaining(other);
            lease.close();
        }
    }

    @Test
    final void namespacesDoNotMeet() {
        try (WorkerIds source = open()) {
            String namespace = newNamespace();
            WorkerLease one = source.acquire(request(namespace, 0));
            WorkerLease two = source.acquire(request(namespace + "-b", 0));
            assertThat(two.workerId()).as("id in the other namespace").isEqualTo(one.workerId());
            one.release(System.currentTimeMillis());
            assertThat(catchThrowable(() -> source.acquire(request(namespace + "-b", 0))))
                    .as("acquire in a namespace that is full while the other has room")
                    .isInstanceOf(IdsExhaustedException.class);
            two.close();
        }
    }

    @Test
    final void preferredIdIsGrantedIfItIsFree() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease lease = source.acquire(request(namespace, 15, OptionalInt.of(11), "node"));
            assertThat(lease.workerId()).as("id, with 11 preferred and free").isEqualTo(11);
            WorkerLease other = source.acquire(request(namespace, 15, OptionalInt.of(11), "other"));
            assertThat(other.workerId())
                    .as("id, with 11 preferred and held")
                    .isBetween(0, 15)
                    .isNotEqualTo(11);
            lease.release(System.currentTimeMillis());
            WorkerLease again = source.acquire(request(namespace, 15, OptionalInt.of(11), "node"));
            assertThat(again.workerId()).as("id of the same node, back again").isEqualTo(11);
            other.close();
            again.close();
        }
    }

    @Test
    final void reservationFarAheadOfTheStoreIsRefused() {
        String namespace = newNamespace();
        ManualClock wrong = new ManualClock(InstantSource.system().instant().plus(Duration.ofHours(1)));
        try (WorkerIds source = open()) {
            WorkerRequest request =
                    new WorkerRequest(namespace, 0, OptionalInt.empty(), reservation(), LAYOUT, "wrong-clock", wrong);
            assertThat(catchThrowable(() -> source.acquire(request)))
                    .as("acquire by a node whose clock is an hour ahead")
                    .isInstanceOf(IdException.class)
                    .hasMessageContaining("ahead");
            WorkerLease lease = source.acquire(request(namespace, 0));
            assertThat(lease.stampedUntil())
                    .as("stamped until, after a refused reservation an hour ahead")
                    .isLessThan(System.currentTimeMillis() + 60_000);
            lease.close();
        }
    }

    @Test
    final void leaseOutlivesAnOutageOfItsServer() throws Exception {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            WorkerLease lease = source.acquire(request(namespace, 0));
            stopServer();
            try {
                Awaitility.await("a failed renewal").atMost(patience()).until(() -> lease.failure() != null);
                assertThat(lease.failure())
                        .as("failure while the server is down")
                        .isInstanceOf(BackendException.class);
                assertThat(lease.health().lost())
                        .as("lost while the server is down")
                        .isFalse();
                long failed = lease.health().renewalsFailed();
                assertThat(failed).as("failed renewals").isPositive();
                Throwable error = Crew.alone(
                        Duration.ofSeconds(6), thread -> catchThrowable(() -> source.acquire(request(namespace, 1))));
                assertThat(error).as("acquire while the server is down").isInstanceOf(BackendException.class);
                Awaitility.await("the end of the reservation")
                        .atMost(patience())
                        .until(() -> lease.reservedUntil() < System.currentTimeMillis());
            } finally {
                startServer();
            }
            Awaitility.await("renewals once the server is back")
                    .atMost(patience())
                    .until(() -> lease.failure() == null && lease.reservedUntil() > System.currentTimeMillis());
            lease.close();
        }
    }

    @Test
    final void interruptIsNeitherLostNorAHang() {
        String namespace = newNamespace();
        try (WorkerIds source = open()) {
            Crew.alone(Duration.ofSeconds(10), thread -> {
                Thread.currentThread().interrupt();
                Throwable error = catchThrowable(
                        () -> source.acquire(request(namespace, 7)).close());
                assertThat(Thread.interrupted())
                        .as("interrupt status after an acquire that threw %s", error)
                        .isTrue();
                if (error != null) {
                    assertThat(error).as("error of an interrupted acquire").isInstanceOf(IdException.class);
                }
                return true;
            });
            source.acquire(request(namespace, 7)).close();
        }
    }

    @Test
    final void closeIsIdempotent() {
        WorkerIds source = open();
        source.close();
        assertThatCode(source::close).as("second close").doesNotThrowAnyException();
    }

    private WorkerIds open() {
        return open(config());
    }

    private WorkerIds open(Map<String, String> config) {
        WorkerIdsProvider provider = Providers.find(WorkerIdsProvider.class, source());
        return provider.open(IdConfig.of(provider, config));
    }

    private ConfigChecks<WorkerIdsProvider> configChecks() {
        return new ConfigChecks<>(WorkerIdsProvider.class, source(), config(), this::open);
    }

    private WorkerRequest request(String namespace, int lastId) {
        return request(namespace, lastId, OptionalInt.empty(), "contract");
    }

    private WorkerRequest request(String namespace, int lastId, OptionalInt preferred, String holder) {
        return new WorkerRequest(namespace, lastId, preferred, reservation(), LAYOUT, holder, InstantSource.system());
    }

    private ChildJvm child(String namespace, int lastId, Duration reservation, String holder, int leases) {
        return new ChildJvm(
                WorkerIdsChild.class,
                config(),
                source(),
                namespace,
                Integer.toString(lastId),
                Long.toString(reservation.toMillis()),
                LAYOUT,
                holder,
                Integer.toString(leases));
    }

    /** Waits until the process holds its lease and has renewed it once; returns the bound it told last. */
    private long holds(ChildJvm child) {
        child.await("ready", Duration.ofMinutes(1));
        child.tell("acquire");
        child.await("lease", Duration.ofMinutes(1));
        child.await("bound", patience());
        return Long.parseLong(child.await("bound", patience()).get(0));
    }

    /** The last bound that a process told before it was killed or paused. */
    private static long lastBound(ChildJvm child, long told) {
        return child.drain("bound").stream()
                .mapToLong(words -> Long.parseLong(words.get(0)))
                .reduce(told, Math::max);
    }

    private WorkerLease acquireOnceFree(WorkerIds source, String namespace) {
        return Awaitility.await("a free id, once the old holder's reservation is over")
                .atMost(patience())
                .ignoreExceptionsInstanceOf(IdsExhaustedException.class)
                .until(() -> source.acquire(request(namespace, 0)), lease -> true);
    }

    private static String newNamespace() {
        return "contract-" + NAMESPACES.incrementAndGet() + "-" + Long.toString(System.nanoTime(), 36);
    }
}
