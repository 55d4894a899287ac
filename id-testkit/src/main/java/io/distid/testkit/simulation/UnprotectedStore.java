package io.distid.testkit.simulation;

import io.distid.spi.RecordStore;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A store that hides the data of one protection from the protocol, for a negative control. When the protocol expects a value that was shown changed,
 * the real value is sent, since a store may compare all of it.
 */
record UnprotectedStore(
        RecordStore store,
        Protection missing,
        String layout,
        Duration maxAhead,
        Map<String, Header> headers,
        Map<String, LeaseRecord> records)
        implements RecordStore {
    /** A horizon so far that it is as good as none. */
    static final Duration FAR = Duration.ofDays(1_000);

    private static final long LONG_AGO = 1;

    UnprotectedStore(RecordStore store, Protection missing, String layout, Duration maxAhead) {
        this(store, missing, layout, maxAhead, new HashMap<>(), new HashMap<>());
    }

    @Override
    public View read(String namespace, int firstId, int count) {
        View view = store.read(namespace, firstId, count);
        Map<Integer, LeaseRecord> records = new HashMap<>();
        view.records().forEach((id, record) -> records.put(id, shown(record)));
        return new View(shown(view.header()), shown(view.count()), records, shown(view.at()));
    }

    @Override
    public boolean writeHeader(String namespace, @Nullable Header expected, Header next) {
        // Without a horizon bounds may lie far ahead, but the floor lies where it would with a horizon.
        long floor = missing == Protection.HORIZON && !next.incarnation().isEmpty()
                ? next.floor() - FAR.minus(maxAhead).toMillis()
                : next.floor();
        return store.writeHeader(
                namespace,
                standing(expected),
                new Header(next.token(), next.layout(), floor, next.incarnation(), next.lost()));
    }

    @Override
    public List<Outcome> write(String namespace, List<Write> writes) {
        return writes.stream().map(each -> write(namespace, each)).toList();
    }

    private Outcome write(String namespace, Write write) {
        Write sent = new Write(write.id(), standing(write.expected()), write.next(), standing(write.header()));
        if (missing == Protection.HEADER_OF_GRANT) {
            sent = new Write(write.id(), sent.expected(), write.next(), null);
        } else if (missing == Protection.TOKEN && write.header() == null) {
            // The write replaces any present record.
            LeaseRecord found = store.read(namespace, write.id(), 1).records().get(write.id());
            sent = new Write(write.id(), found == null ? write.expected() : found, write.next(), null);
        }
        Outcome outcome = store.write(namespace, List.of(sent)).get(0);
        if (outcome instanceof Written written) {
            boolean told = missing == Protection.HEADER_OF_GRANT && write.header() != null;
            Header header = told ? write.header() : shown(written.header());
            Moment at = told ? new Moment(written.at().millis(), header.incarnation()) : shown(written.at());
            Count count = written.count();
            return new Written(
                    written.record(), header, count == null ? null : told ? lost(header, count) : shown(count), at);
        }
        if (outcome instanceof Differs differs) {
            LeaseRecord found = differs.found();
            return new Differs(found == null ? null : shown(found), shown(differs.header()), shown(differs.at()));
        }
        return outcome;
    }

    private static Count lost(Header header, Count count) {
        return new Count(count.there() + header.lost(), count.there());
    }

    private @Nullable Header standing(@Nullable Header header) {
        return header == null ? null : headers.getOrDefault(header.token(), header);
    }

    private @Nullable LeaseRecord standing(@Nullable LeaseRecord record) {
        return record == null ? null : records.getOrDefault(record.token(), record);
    }

    private LeaseRecord shown(LeaseRecord record) {
        records.put(record.token(), record);
        return missing == Protection.BOUND_OF_PREDECESSOR
                ? new LeaseRecord(
                        record.token(), LONG_AGO, LONG_AGO, record.freeFrom(), record.holder(), record.version())
                : record;
    }

    private @Nullable Header shown(@Nullable Header header) {
        if (header == null) {
            return null;
        }
        headers.put(header.token(), header);
        return new Header(
                header.token(),
                missing == Protection.LAYOUT ? layout : header.layout(),
                missing == Protection.FLOOR ? LONG_AGO : header.floor(),
                missing == Protection.INCARNATION && !header.incarnation().isEmpty() ? "any" : header.incarnation(),
                header.lost());
    }

    private Count shown(Count count) {
        return missing == Protection.COUNT ? new Count(count.there(), count.there()) : count;
    }

    private Moment shown(Moment at) {
        return missing == Protection.INCARNATION ? new Moment(at.millis(), "any") : at;
    }

    @Override
    public int readLimit() {
        return store.readLimit();
    }

    @Override
    public int writeLimit() {
        return store.writeLimit();
    }

    @Override
    public Duration clockError() {
        return store.clockError();
    }

    @Override
    public String where(String namespace) {
        return store.where(namespace);
    }

    @Override
    public void close() {
        store.close();
    }
}
