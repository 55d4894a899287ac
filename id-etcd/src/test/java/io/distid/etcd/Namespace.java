package io.distid.etcd;

import io.distid.internal.lease.LeaseToken;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordText;
import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.StoreWorkerIds;
import io.distid.worker.StoreWorkerIds.Creation;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Locale;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.IntStream;

/** A namespace of a test's own, with one worker id. */
record Namespace(String name) {
    static final String PREFIX = "distid/workers";
    static final Duration RESERVATION = Duration.ofMinutes(2);
    static final Duration MAX_AHEAD = Duration.ofSeconds(1);
    /** etcd tells its time in whole seconds. */
    static final Duration ROUNDED = Duration.ofSeconds(1);
    /** A transaction takes 128 operations. */
    private static final int AT_ONCE = 120;

    static Namespace fresh() {
        return new Namespace("test-" + UUID.randomUUID());
    }

    WorkerIds open(EtcdServer server, String... settings) {
        var config = EtcdFixture.config(server, settings);
        config.put("create", "true");
        config.put("max-ahead", MAX_AHEAD.toMillis() + "ms");
        return EtcdFixture.workers(config);
    }

    /** By a connection that the test has changed. */
    static WorkerIds open(Etcd etcd) {
        return new StoreWorkerIds(new EtcdRecordStore(etcd, PREFIX), MAX_AHEAD, Creation.ALLOWED);
    }

    /** Makes it, and its one record, by all endpoints that the server has. */
    void make(EtcdServer server) {
        try (WorkerIds source = open(server)) {
            acquireByHand(source).close();
        }
    }

    /** For the one id, renewed by nobody. */
    WorkerRequest request() {
        return new WorkerRequest(name, 0, OptionalInt.empty(), RESERVATION, "layout", "test/1", InstantSource.system())
                .withRenewer(lease -> {});
    }

    /** For any id up to that one. */
    WorkerRequest request(int lastId) {
        return request().withIds(0, lastId);
    }

    /** Makes it with records of some ids, which others hold for a while. */
    void fill(EtcdServer server, IntStream held) {
        int[] ids = held.toArray();
        putHeader(server, 1, -ids.length);
        long now = System.currentTimeMillis();
        for (int from = 0; from < ids.length; from += AT_ONCE) {
            Transaction transaction = new Transaction();
            for (int id : Arrays.copyOfRange(ids, from, Math.min(ids.length, from + AT_ONCE))) {
                long freeFrom = now + Duration.ofDays(1).toMillis();
                transaction.put(
                        record(id),
                        RecordText.of(new LeaseRecord(LeaseToken.draw(), now, 1, freeFrom, "other/" + id, null)));
            }
            EtcdFixture.ask(server, etcd -> etcd.commit(transaction));
        }
    }

    /** As this etcd would have it by now. */
    void putHeader(EtcdServer server, long floor, long lost) {
        putHeader(server, floor, lost, EtcdFixture.incarnation(server));
    }

    void putHeader(EtcdServer server, long floor, long lost, String incarnation) {
        EtcdFixture.put(server, header(), headerText(floor, lost, incarnation));
    }

    static String headerText(long floor, long lost, String incarnation) {
        return RecordText.of(new Header(LeaseToken.draw(), "layout", floor, incarnation, lost));
    }

    Header readHeader(EtcdServer server) {
        return RecordText.header(EtcdFixture.present(server, header()).value(), header());
    }

    LeaseRecord readRecord(EtcdServer server, int id) {
        return RecordText.record(EtcdFixture.present(server, record(id)).value(), null, record(id));
    }

    /** Writes a record by hand, of a holder that is not there. */
    void putRecord(EtcdServer server, int id, String token, long bound, long freeFrom) {
        EtcdFixture.put(server, record(id), RecordText.of(new LeaseRecord(token, bound, 1, freeFrom, "other/1", null)));
    }

    /** Ends what a record says of its holder, who does not know of it. Does nothing where that one renews just then. */
    void free(EtcdServer server, int id) {
        String standing = EtcdFixture.present(server, record(id)).value();
        LeaseRecord held = RecordText.record(standing, null, record(id));
        LeaseRecord free = new LeaseRecord(held.token(), held.bound(), held.stamped(), 0, held.holder(), null);
        Transaction transaction =
                new Transaction().ifValue(record(id), standing).put(record(id), RecordText.of(free));
        EtcdFixture.ask(server, etcd -> etcd.commit(transaction));
    }

    RenewedLease acquireByHand(WorkerIds source) {
        return (RenewedLease) source.acquire(request());
    }

    String header() {
        return PREFIX + "/" + name + "/header";
    }

    /** Its version is how many records were made. */
    String made() {
        return PREFIX + "/" + name + "/made";
    }

    String record(int id) {
        return PREFIX + "/" + name + "/ids/" + digits(id);
    }

    /** Of an id in keys. */
    static String digits(int id) {
        return String.format(Locale.ROOT, "%010d", id);
    }
}
