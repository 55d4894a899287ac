package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordText;
import io.distid.testkit.Leases;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.RedisOptions;
import io.distid.testservers.RedisServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.OptionalInt;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What else may stand in the hash of a namespace of {@code redis} than what was written there last. */
class RedisNamespaceTest {
    /** Far longer than a test takes. */
    private static final Duration RESERVATION = Duration.ofMinutes(10);

    private static RedisServer server;

    private final String prefix = RedisFixture.freshKey();
    private final String hash = prefix + ":{orders}";

    @BeforeAll
    static void start() {
        server = ServerAssumptions.orSkip(
                () -> RedisServer.start(RedisOptions.MEMORY_ONLY.withUser("untold", "pw", "~* +@all -info -config")));
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.close();
        }
    }

    private WorkerIds open() {
        return open(server.url());
    }

    private WorkerIds open(String url) {
        return RedisFixture.workers("redis", url, "prefix", prefix);
    }

    private static WorkerRequest request(int id, String layout) {
        return new WorkerRequest("orders", 7, OptionalInt.of(id), RESERVATION, layout, "node", InstantSource.system());
    }

    private Header header() {
        return RecordText.header(RedisFixture.ask(server, client -> client.hget(hash, "header")), hash);
    }

    private void write(String field, String value) {
        RedisFixture.ask(server, client -> client.hset(hash, field, value));
    }

    @Test
    void namespaceWhoseHeaderIsRemovedGrantsNothingWhileItsHoldersGoOn() {
        try (WorkerIds ids = open()) {
            RenewedLease held = Leases.byHand(ids, request(0, "layout"));
            RedisFixture.ask(server, client -> client.hdel(hash, "header"));
            for (String layout : new String[] {"layout", "other"}) {
                assertThatThrownBy(() -> ids.acquire(request(1, layout)))
                        .isInstanceOf(ConfigException.class)
                        .hasMessageContaining("has 1 records of worker ids and no header");
            }
            assertThat(held.renew()).as("renewed while there is no header").isTrue();
            held.close();
        }
    }

    /** Else ids of both layouts would be issued, and can be equal. */
    @Test
    void holderIsLostOnceItsNamespaceHasAnotherLayout() {
        try (WorkerIds ids = open()) {
            RenewedLease held = Leases.byHand(ids, request(0, "layout"));
            Header header = header();
            write(
                    "header",
                    RecordText.of(new Header("another", "other", header.floor(), header.incarnation(), header.lost())));
            assertThat(held.renew()).isFalse();
            assertThat(held.failure())
                    .isInstanceOf(LeaseLostException.class)
                    .hasMessageContaining("made again with the layout \"other\", not \"layout\"");
        }
    }

    @Test
    void malformedHeaderIsReported() {
        write("header", "garbage");
        try (WorkerIds ids = open()) {
            assertThatThrownBy(() -> ids.acquire(request(0, "layout")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("hash " + hash)
                    .hasMessageContaining("does not hold a header of a namespace: \"garbage\"");
        }
    }

    /** It counts as a record, and so a lost one would not be missed. */
    @Test
    void fieldThatIsNoRecordHidesNoneThatWasLost() {
        try (WorkerIds ids = open();
                WorkerIds other = open()) {
            RenewedLease lost = Leases.byHand(ids, request(0, "layout"));
            write("note", "do not delete");
            other.acquire(request(1, "layout")).close();
            setFloor(1);
            RedisFixture.ask(server, client -> client.hdel(hash, "0"));
            WorkerLease next = other.acquire(request(2, "layout"));
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(lost.reservedUntil());
            next.close();
            assertThat(lost.renew()).isFalse();
        }
    }

    @Test
    void countThatIsGoneIsTakenForOneThatLostRecords() {
        try (WorkerIds ids = open();
                WorkerIds other = open()) {
            RenewedLease held = Leases.byHand(ids, request(0, "layout"));
            setFloor(1);
            RedisFixture.ask(server, client -> client.hdel(hash, "made"));
            WorkerLease next = other.acquire(request(1, "layout"));
            assertThat(next.stampedUntil()).isGreaterThanOrEqualTo(held.reservedUntil());
            next.close();
        }
    }

    private void setFloor(long floor) {
        Header header = header();
        write(
                "header",
                RecordText.of(new Header(header.token(), header.layout(), floor, header.incarnation(), header.lost())));
    }

    /** It cannot see that the server went back, and says so once: a floor that another user raised stays. */
    @Test
    void userWithoutInfoMakesANamespaceThatIsRaisedOnceByAUserThatHasIt() {
        String url = "redis://untold:pw@" + server.host() + ":" + server.port();
        try (WorkerIds untold = open(url);
                WorkerIds told = open()) {
            RenewedLease first = Leases.byHand(untold, request(0, "layout"));
            assertThat(header().incarnation()).isEqualTo("untold");
            assertThat(first.renew()).isTrue();
            WorkerLease second = told.acquire(request(1, "layout").withRenewer(lease -> {}));
            Header raised = header();
            assertThat(raised.incarnation()).matches("[0-9a-f]{40}:[0-9a-f]{40}");
            assertThat(second.stampedUntil()).isEqualTo(raised.floor()).isGreaterThan(first.stampedUntil());
            assertThat(first.renew()).isTrue();
            WorkerLease third = untold.acquire(request(2, "layout").withRenewer(lease -> {}));
            assertThat(header()).isEqualTo(raised);
            assertThat(third.stampedUntil()).isEqualTo(raised.floor());
        }
    }
}
