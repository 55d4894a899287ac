package io.distid.etcd;

import io.distid.worker.KnownBounds;
import io.distid.worker.LeaseRenewer;
import io.distid.worker.LeaseToken;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.lang.System.Logger.Level;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The free worker ids of a namespace as it was read, tried one after the other: first one that is preferred, or that nobody has to wait
 * for, in random order, so that a fleet that starts together does not queue for the same one. Used once, by one thread.
 */
final class EtcdAcquirePass {
    private static final System.Logger LOG = System.getLogger(EtcdAcquirePass.class.getName());
    private static final int HOLDERS_SHOWN = 64;
    /** Of more ids than these not each has an object. */
    private static final int MOST_LISTED = 1 << 16;
    /** In ms, with the second in which a member may be behind another one by a moment. */
    private static final long MOST_DIFFERENCE = 2_000;
    /** How many ids without a record are tried where not all are listed. */
    private static final int OTHERS = 1_000;

    private final Etcd etcd;
    private final EtcdNamespace namespace;
    private final EtcdNamespace.Members members;
    private final WorkerRequest request;
    private final EtcdHorizon horizon;
    private final KnownBounds bounds;
    private final LeaseRenewer renewer;
    private final long clock;
    private final List<Free> free = new ArrayList<>();
    private final List<String> held = new ArrayList<>();
    private long lease;
    private long leasedNanos;
    private boolean headerChanged;

    /**
     * An id that nobody holds.
     *
     * @param record as it was read, null if there is none
     * @param stamped above what it begins
     */
    private record Free(int id, Etcd.@Nullable Entry record, long stamped) {}

    EtcdAcquirePass(
            Etcd etcd,
            EtcdNamespace namespace,
            EtcdNamespace.Members members,
            WorkerRequest request,
            EtcdHorizon horizon,
            KnownBounds bounds,
            LeaseRenewer renewer) {
        this.etcd = etcd;
        this.namespace = namespace;
        this.members = members;
        this.request = request;
        this.horizon = horizon;
        this.bounds = bounds;
        this.renewer = renewer;
        this.clock = request.clock().millis();
        IdWindow window = members.window();
        (window == null ? ids() : window.ids(request)).forEach(this::look);
        order();
    }

    /** All that a request allows; of very many those that have records, and some of the others. */
    private IntStream ids() {
        IntStream all = IntStream.rangeClosed(request.firstId(), request.lastId());
        long count = request.lastId() - (long) request.firstId() + 1;
        if (count <= MOST_LISTED || members.records().size() > count / 2) {
            return all;
        }
        // At least every second has no record, so that some are found.
        IntStream others = IntStream.concat(
                        request.preferredId().stream(),
                        ThreadLocalRandom.current().ints(OTHERS, request.firstId(), request.lastId()))
                .filter(id -> !members.records().containsKey(id));
        return IntStream.concat(
                        members.records().keySet().stream()
                                .mapToInt(Integer::intValue)
                                .filter(id -> id >= request.firstId() && id <= request.lastId()),
                        others)
                .distinct();
    }

    private void look(int id) {
        Etcd.Entry entry = members.records().get(id);
        if (entry == null) {
            free.add(new Free(id, null, members.floor()));
            return;
        }
        EtcdLeaseRecord record = EtcdLeaseRecord.parse(entry);
        if (members.held().contains(id)) {
            held.add(id + " by " + record.holder());
        } else {
            free.add(new Free(id, entry, Math.max(record.bound(), members.floor())));
        }
    }

    private void order() {
        Collections.shuffle(free, ThreadLocalRandom.current());
        int preferred = request.preferredId().orElse(-1);
        free.sort(Comparator.<Free>comparingLong(each -> Math.max(each.stamped, clock))
                .thenComparing(each -> each.id != preferred));
    }

    /** Whether there is an id that can be used as soon as any of the namespace can. */
    boolean hasReady() {
        return !free.isEmpty() && free.get(0).stamped <= Math.max(clock, members.floor());
    }

    /** Whether a tenth of the ids that were looked at is free. */
    boolean hasManyFree() {
        return 10 * free.size() >= free.size() + held.size();
    }

    /** Whether every id is held. */
    boolean isFull() {
        return free.isEmpty();
    }

    /** Who holds them. */
    String holders() {
        return String.join(", ", held.subList(0, Math.min(HOLDERS_SHOWN, held.size())))
                + (held.size() > HOLDERS_SHOWN ? " and others" : "");
    }

    /** Whether the first of them begins above what etcd's clock allows by no more than what the clocks of its members may differ by, of one of which the floor may be. */
    boolean isALittleFar() {
        long far = free.get(0).stamped - horizon.stampedByLost(members.serverMillis());
        return far > 0 && far <= MOST_DIFFERENCE;
    }

    /** A lease, or null if somebody was faster everywhere, or the header changed or has to. */
    @Nullable
    WorkerLease take() {
        horizon.requireStart("worker id of " + namespace.name(), free.get(0).stamped, members.serverMillis());
        try {
            // One that is left over ends by itself.
            leasedNanos = etcd.nanoTime();
            lease = etcd.grant(EtcdWorkerIds.timeToLive(request));
            for (Free each : free) {
                if (each.stamped > horizon.stampedByLost(members.serverMillis())) {
                    return null;
                }
                WorkerLease taken = take(each);
                if (taken != null) {
                    return taken;
                }
                if (headerChanged) {
                    return null;
                }
            }
            return null;
        } catch (LeaseOverException e) {
            // This process stood still since: all that was read is old.
            return null;
        }
    }

    private @Nullable WorkerLease take(Free found) {
        EtcdLeaseRecord record = new EtcdLeaseRecord(
                horizon.firstBound(found.stamped, members.serverMillis()), LeaseToken.draw(), request.holder());
        String key = namespace.record(found.id);
        Etcd.Entry header = members.header();
        Transaction transaction = new Transaction()
                .ifValue(header.key(), header.value())
                .put(key, record.text())
                .put(namespace.held(found.id), record.token(), lease);
        if (found.record == null) {
            // The write to the header counts the record.
            transaction.ifAbsent(key).put(header.key(), header.value());
            namespace.countRecords(transaction);
            transaction.orRead(key);
        } else {
            transaction
                    .ifUnchanged(found.record)
                    .ifAbsent(namespace.held(found.id))
                    .orRead(header.key(), key);
        }
        Etcd.Outcome outcome = etcd.commit(transaction);
        if (!outcome.succeeded() && !isCarriedOut(outcome, key, record)) {
            return null;
        }
        // Another may have taken the id since the namespace was read, and its record be gone again: then the floor is
        // too low. To compare the header's version would do, too, but let one of all first takes at a time succeed.
        boolean isLate = found.record == null && (headerChanged || !namespace.hasAllRecords(outcome));
        // Or etcd went back since, to where the header is the same.
        if (isLate || !outcome.incarnation().equals(members.incarnation())) {
            headerChanged = true;
            giveBack(found, record);
            return null;
        }
        if (found.record == null) {
            LOG.log(
                    Level.INFO,
                    namespace.name() + " grants worker id " + found.id
                            + " for the first time; its first id can be had from "
                            + Instant.ofEpochMilli(found.stamped + 1));
        }
        EtcdLeaseBackend hold = new EtcdLeaseBackend(
                etcd,
                namespace,
                found.id,
                horizon,
                bounds,
                renewer,
                record,
                lease,
                leasedNanos,
                found.stamped,
                new EtcdHorizon.Moment(outcome.serverMillis(), etcd.nanoTime()));
        hold.requireNoRegression();
        return RenewedLease.start(request, found.id, found.stamped, record.bound(), hold);
    }

    /** At the stamp that it was taken above. The record is still counted as one too few, so that whoever reads the namespace next raises the floor. */
    private void giveBack(Free found, EtcdLeaseRecord record) {
        String key = namespace.record(found.id);
        etcd.commit(new Transaction()
                .ifValue(key, record.text())
                .put(key, new EtcdLeaseRecord(found.stamped, EtcdLeaseRecord.NOBODY, record.holder()).text())
                .delete(namespace.held(found.id)));
    }

    /** By an earlier sending, whose answer was lost. */
    private boolean isCarriedOut(Etcd.Outcome outcome, String key, EtcdLeaseRecord record) {
        headerChanged = true;
        boolean written = false;
        for (Etcd.Entry entry : outcome.found()) {
            if (entry.key().equals(members.header().key())) {
                headerChanged = !entry.value().equals(members.header().value());
            }
            written |= entry.key().equals(key) && entry.value().equals(record.text());
        }
        return written;
    }
}
