package io.distid.etcd;

import io.distid.testservers.EtcdServer;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.UUID;
import java.util.stream.IntStream;

/** A namespace of a test's own, with one worker id. */
record Namespace(String name) {
    static final Duration RESERVATION = Duration.ofMinutes(2);
    static final Duration MAX_AHEAD = Duration.ofSeconds(1);
    /** A transaction takes 128 operations. */
    private static final int AT_ONCE = 60;

    private static final String PREFIX = "distid/workers/";

    static Namespace fresh() {
        return new Namespace("test-" + UUID.randomUUID());
    }

    WorkerIds open(EtcdServer server, String... settings) {
        var config = EtcdFixture.config(server, settings);
        config.put("create", "true");
        config.put("max-ahead", MAX_AHEAD.toMillis() + "ms");
        return EtcdFixture.workers(config);
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

    /** Makes it with records and holders' keys of some ids, as their holders would have written them. */
    void fill(EtcdServer server, IntStream held) {
        int[] ids = held.toArray();
        putHeader(server, 1, ids.length);
        String bound = Long.toString(System.currentTimeMillis());
        for (int from = 0; from < ids.length; from += AT_ONCE) {
            Transaction transaction = new Transaction();
            for (int id : Arrays.copyOfRange(ids, from, Math.min(ids.length, from + AT_ONCE))) {
                transaction.put(record(id), bound + " 0123456789abcdef other/" + id);
                transaction.put(held(id), "0123456789abcdef");
            }
            EtcdFixture.ask(server, etcd -> etcd.commit(transaction));
        }
    }

    /** Of so many records, as etcd itself would have it by now. */
    void putHeader(EtcdServer server, long floor, int records) {
        putHeader(server, floor, records, EtcdFixture.incarnation(server));
    }

    void putHeader(EtcdServer server, long floor, int records, String incarnation) {
        EtcdFixture.put(server, header(), floor + " 1 " + records + " @" + incarnation + " layout");
    }

    RenewedLease acquireByHand(WorkerIds source) {
        return (RenewedLease) source.acquire(request());
    }

    String header() {
        return PREFIX + name + "/layout";
    }

    String record(int id) {
        return PREFIX + name + "/ids/" + id;
    }

    String held(int id) {
        return PREFIX + name + "/held/" + id;
    }
}
