package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.IdConfig;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdCluster;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.fault.LossyLink;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class LockEventsTest {
    /** Where nobody listens. */
    private static final InetSocketAddress NOWHERE = new InetSocketAddress("127.0.0.1", 1);

    private static final Duration NEVER = Duration.ofDays(1);

    private final EtcdServer server = EtcdFixture.server();
    private final String prefix = "events-" + UUID.randomUUID() + "/";

    @Test
    void watchThatWasCutAndWhoseRevisionsWereCompactedHearsAgainAndWakesAll() throws Exception {
        try (LossyLink proxy = new LossyLink(address())) {
            EtcdLink link = link("http://127.0.0.1:" + proxy.address().getPort());
            LockEvents events = new LockEvents(link, prefix, NEVER);
            Semaphore calls = new Semaphore(0);
            try {
                events.watch(prefix + "one", calls::release);
                awaitCall(calls, "once it listens");
                free("one");
                awaitCall(calls, "of a lock that was freed");

                // It must not listen again before the compaction, however late this thread is.
                proxy.retarget(NOWHERE);
                proxy.cut();
                Eventually.await("the end of the watch").until(() -> !events.isListening());
                free("one");
                compact();
                proxy.retarget(address());
                awaitCall(calls, "once it listens again");
                free("one");
                awaitCall(calls, "of a lock that was freed after the compaction");
            } finally {
                events.close();
                link.close();
            }
        }
    }

    @Test
    void locksThatAreHeldAndLocksOfOthersWakeNobody() throws Exception {
        EtcdLink link = link(server.endpoints());
        LockEvents events = new LockEvents(link, prefix, NEVER);
        Semaphore one = new Semaphore(0);
        Semaphore two = new Semaphore(0);
        try {
            events.watch(prefix + "one", one::release);
            awaitCall(one, "once it listens");
            free("one");
            awaitCall(one, "of a lock that was freed, when all that was to be woken at first is");
            events.watch(prefix + "two", two::release);
            EtcdFixture.put(server, prefix + "two", "7 1 30000 token process 1 0");
            EtcdFixture.delete(server, prefix + "one");
            awaitCall(one, "of a record that was removed");
            assertThat(two.availablePermits()).as("calls for the other").isZero();
        } finally {
            events.close();
            link.close();
        }
    }

    @Test
    void closeEndsTheWatch() {
        EtcdLink link = link(server.endpoints());
        LockEvents events = new LockEvents(link, prefix, NEVER);
        events.watch(prefix + "one", () -> {});
        Eventually.await("a watch").until(events::isListening);
        events.close();
        Eventually.await("the end of the watch").until(() -> !events.isListening());
        link.close();
    }

    @Test
    void linkOnWhichNothingArrivesAnyMoreIsLeftAndCreatedAgain() throws Exception {
        try (LossyLink proxy = new LossyLink(address())) {
            EtcdLink link = link("http://127.0.0.1:" + proxy.address().getPort(), "500ms");
            LockEvents events = new LockEvents(link, prefix, Duration.ofMillis(500));
            Semaphore calls = new Semaphore(0);
            try {
                events.watch(prefix + "one", calls::release);
                Eventually.await("a watch").until(events::isListening);
                // Nothing is cut: neither end hears of it.
                proxy.hold();
                Eventually.await("the end of the watch").until(() -> !events.isListening());
                proxy.pass();
                Eventually.await("another watch").until(events::isListening);
                awaitCall(calls, "once it listens again");
            } finally {
                events.close();
                link.close();
            }
        }
    }

    @Test
    void silentWatchIsStartedAgainAndHearsOn() throws Exception {
        EtcdLink link = link(server.endpoints());
        LockEvents events = new LockEvents(link, prefix, Duration.ofSeconds(2));
        Semaphore calls = new Semaphore(0);
        try {
            events.watch(prefix + "one", calls::release);
            awaitCall(calls, "once it listens");
            Eventually.await("another watch").until(() -> {
                events.isListening();
                return calls.tryAcquire(10, TimeUnit.MILLISECONDS);
            });
            Eventually.await("an event").until(() -> {
                free("one");
                return calls.tryAcquire(1, TimeUnit.SECONDS);
            });
        } finally {
            events.close();
            link.close();
        }
    }

    @Test
    void memberThatIsCutOffFromItsLeaderEndsTheWatch() {
        try (EtcdCluster cluster = ServerAssumptions.orSkip(EtcdCluster::start)) {
            EtcdServer leader = cluster.leader();
            EtcdServer member = cluster.members().stream()
                    .filter(other -> other != leader)
                    .findFirst()
                    .orElseThrow();
            EtcdLink link = link(member.endpoints());
            LockEvents events = new LockEvents(link, prefix, NEVER);
            try {
                events.watch(prefix + "one", () -> {});
                Eventually.await("a watch").until(events::isListening);
                cluster.cutOff(member);
                Eventually.await("the end of the watch").until(() -> !events.isListening());
                cluster.heal();
                Eventually.await("another watch").until(events::isListening);
            } finally {
                events.close();
                link.close();
            }
        }
    }

    private InetSocketAddress address() {
        return new InetSocketAddress(server.host(), server.port());
    }

    private void free(String lock) {
        EtcdFixture.put(server, prefix + lock, "7 1 0 token process 0 0");
    }

    private void compact() {
        long revision = EtcdFixture.ask(server, etcd -> etcd.range(prefix)).revision();
        EtcdFixture.post(server, "/v3/kv/compaction", Map.of("revision", Long.toString(revision), "physical", true));
    }

    private static EtcdLink link(String endpoints) {
        return link(endpoints, "60s");
    }

    private static EtcdLink link(String endpoints, String timeout) {
        EtcdLockStoreProvider provider = new EtcdLockStoreProvider();
        return new EtcdLink(IdConfig.of(provider, Map.of("endpoints", endpoints, "timeout", timeout)));
    }

    private static void awaitCall(Semaphore calls, String when) throws InterruptedException {
        assertThat(calls.tryAcquire(Duration.ofMinutes(2).toSeconds(), TimeUnit.SECONDS))
                .as("a call %s", when)
                .isTrue();
        calls.drainPermits();
    }
}
