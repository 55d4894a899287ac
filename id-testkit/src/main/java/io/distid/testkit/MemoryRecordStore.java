package io.distid.testkit;

import io.distid.spi.RecordStore;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/**
 * A {@link RecordStore} in memory: the smallest store that keeps all promises, and so the first example to read. It can lose its data, as a real store can.
 * Safe for use by any number of threads.
 */
public final class MemoryRecordStore implements RecordStore {
    private static final int LIMIT = 64;

    private final InstantSource clock;
    private final Map<String, Records> namespaces = new ConcurrentHashMap<>();
    private long restarts;

    /** Header, count and records of one namespace. Immutable. */
    private record Records(@Nullable Header header, long made, Map<Integer, LeaseRecord> records) {
        static final Records NONE = new Records(null, 0, Map.of());

        Count count() {
            return new Count(made, records.size());
        }

        Records with(int id, LeaseRecord record) {
            Map<Integer, LeaseRecord> more = new TreeMap<>(records);
            boolean isNew = more.put(id, record) == null;
            return new Records(header, isNew ? made + 1 : made, more);
        }
    }

    /** Creates an empty store, whose time this clock tells. */
    public MemoryRecordStore(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public synchronized View read(String namespace, int firstId, int count) {
        Records all = records(namespace);
        Map<Integer, LeaseRecord> window = new TreeMap<>(all.records);
        window.keySet().removeIf(id -> id < firstId || id - firstId >= count);
        return new View(all.header, all.count(), window, now());
    }

    @Override
    public synchronized boolean writeHeader(String namespace, @Nullable Header expected, Header next) {
        Records all = records(namespace);
        boolean stands = expected == null ? all.header == null && all.records.isEmpty() : is(expected, all.header);
        if (stands) {
            namespaces.put(namespace, new Records(next, all.made, all.records));
        }
        return stands || is(next, all.header);
    }

    @Override
    public synchronized List<Outcome> write(String namespace, List<Write> writes) {
        return writes.stream().map(each -> write(namespace, each)).toList();
    }

    private Outcome write(String namespace, Write write) {
        Records all = records(namespace);
        LeaseRecord found = all.records.get(write.id());
        boolean done = found != null && found.token().equals(write.next().token());
        boolean stands = Objects.equals(token(write.expected()), token(found))
                && (write.header() == null ? found != null || all.header != null : is(write.header(), all.header));
        if (!done && !stands) {
            return new Differs(found, all.header, now());
        }
        Records after = done ? all : all.with(write.id(), write.next());
        namespaces.put(namespace, after);
        return new Written(write.next(), after.header, after.count(), now());
    }

    private static @Nullable String token(@Nullable LeaseRecord record) {
        return record == null ? null : record.token();
    }

    private static boolean is(Header expected, @Nullable Header header) {
        return header != null && header.token().equals(expected.token());
    }

    private Records records(String namespace) {
        return namespaces.getOrDefault(namespace, Records.NONE);
    }

    private Moment now() {
        return new Moment(clock.millis(), "start-" + restarts);
    }

    /** Copies the present state, for {@link #restore}. */
    public synchronized Object copy() {
        return Map.copyOf(namespaces);
    }

    /**
     * Goes back to a copy, as another incarnation.
     *
     * @param copy a state of {@link #copy()}
     */
    @SuppressWarnings("unchecked")
    public synchronized void restore(Object copy) {
        namespaces.clear();
        namespaces.putAll((Map<String, Records>) copy);
        restarts++;
    }

    /** Loses all data, without a restart. */
    public synchronized void wipe() {
        namespaces.clear();
    }

    /**
     * Loses one record; only the count still shows it.
     *
     * @param namespace the namespace of the record
     * @param id the worker id
     */
    public synchronized void lose(String namespace, int id) {
        Map<Integer, LeaseRecord> fewer = new TreeMap<>(records(namespace).records);
        fewer.remove(id);
        namespaces.computeIfPresent(namespace, (name, all) -> new Records(all.header, all.made, fewer));
    }

    @Override
    public int readLimit() {
        return LIMIT;
    }

    @Override
    public int writeLimit() {
        return LIMIT;
    }

    @Override
    public String where(String namespace) {
        return "memory of this process";
    }

    /** Does nothing. */
    @Override
    public void close() {}
}
