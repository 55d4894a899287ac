package io.distid.etcd;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Records in keys, below one prefix for each namespace. The key {@code /header} is the header. The key {@code /ids/<id>} is the record of a granted
 * worker id, with ten digits, so that a window is one range. The version of {@code /made} counts all records that were ever created. Each write is one
 * transaction that compares the value it replaces. Each value has a token of its own, so the comparison also holds after a restore of etcd repeats
 * revisions. Safe for use by any number of threads.
 */
final class EtcdRecordStore implements RecordStore {
    /**
     * By default etcd takes 128 operations (its {@code --max-txn-ops}), for the outer and the largest inner transaction
     * together.
     */
    private static final int WRITES = 64;

    /**
     * An answer of a few hundred KB. With the classic layout, the third read shows all ids that the first two did not.
     */
    private static final int READS = 1_024;
    /** The time is etcd's header {@code Date}, which is rounded down to the second. */
    private static final Duration ROUNDED = Duration.ofSeconds(1);

    private final Etcd etcd;
    private final String prefix;
    /** How many writes one transaction may have, as far as this etcd has not refused them. */
    private volatile int writesTogether = WRITES;

    EtcdRecordStore(Etcd etcd, String prefix) {
        this.etcd = etcd;
        this.prefix = prefix;
    }

    @Override
    public View read(String namespace, int firstId, int count) {
        Keys keys = new Keys(prefix + "/" + namespace);
        Etcd.Outcome outcome = etcd.commit(new Transaction()
                .read(keys.header(), keys.made())
                .count(keys.record(0), keys.behindRecords())
                .readRange(keys.record(firstId), keys.record(firstId + (long) count)));
        Found found = new Found(keys, outcome);
        Map<Integer, LeaseRecord> records = new HashMap<>();
        for (int i = 0; i < count; i++) {
            LeaseRecord record = found.record(firstId + i);
            if (record != null) {
                records.put(firstId + i, record);
            }
        }
        return new View(found.header(), found.countBehind(2), records, moment(outcome));
    }

    @Override
    public boolean writeHeader(String namespace, @Nullable Header expected, Header next) {
        Keys keys = new Keys(prefix + "/" + namespace);
        Transaction transaction =
                new Transaction().put(keys.header(), RecordText.of(next)).orRead(keys.header());
        if (expected == null) {
            etcd.requireMajority("key " + keys.header());
            transaction.ifAbsent(keys.header()).ifNone(keys.record(0), keys.behindRecords());
        } else {
            transaction.ifValue(keys.header(), RecordText.of(expected));
        }
        Etcd.Outcome outcome = etcd.commit(transaction);
        return outcome.succeeded() || next.equals(new Found(keys, outcome).header());
    }

    @Override
    public List<Outcome> write(String namespace, List<Write> writes) {
        List<Outcome> outcomes = new ArrayList<>();
        for (int from = 0; from < writes.size(); ) {
            int to = from + 1;
            // All writes that create a record write the same key, which a transaction may write only once.
            while (to < writes.size()
                    && to - from < writesTogether
                    && !isMake(writes.get(from))
                    && !isMake(writes.get(to))) {
                to++;
            }
            List<Write> part = writes.subList(from, to);
            outcomes.addAll(part.size() == 1 ? List.of(alone(namespace, part.get(0))) : together(namespace, part));
            from = to;
        }
        return outcomes;
    }

    private static boolean isMake(Write write) {
        return write.expected() == null;
    }

    private static boolean isCounted(Write write) {
        return isMake(write) || write.header() != null;
    }

    private Outcome alone(String namespace, Write write) {
        Keys keys = new Keys(prefix + "/" + namespace);
        Etcd.Outcome outcome = etcd.commit(transaction(keys, write).read(keys.header()));
        return outcome(keys, write, outcome, new Found(keys, outcome).header());
    }

    /** Sends one transaction with an inner transaction for each write, each with its own comparisons. */
    private List<Outcome> together(String namespace, List<Write> writes) {
        Keys keys = new Keys(prefix + "/" + namespace);
        Transaction all = new Transaction();
        writes.forEach(write -> all.inner(transaction(keys, write)));
        Etcd.Outcome outcome;
        try {
            outcome = etcd.commit(all.read(keys.header()));
        } catch (TransactionTooLargeException e) {
            // Nothing was written. Another thread may have reduced the limit further meanwhile.
            writesTogether = Math.max(1, Math.min(writesTogether, writes.size() / 2));
            return write(namespace, writes);
        }
        List<Etcd.Outcome> inner = outcome.inner();
        if (inner.size() != writes.size()) {
            throw new BackendException(where(namespace) + " answered " + inner.size() + " of " + writes.size()
                    + " transactions that were sent together");
        }
        Header header = new Found(keys, outcome).header();
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            outcomes.add(outcome(keys, writes.get(i), inner.get(i), header));
        }
        return outcomes;
    }

    private static Transaction transaction(Keys keys, Write write) {
        String key = keys.record(write.id());
        LeaseRecord expected = write.expected();
        Header header = write.header();
        Transaction transaction = new Transaction().put(key, RecordText.of(write.next()));
        if (header != null) {
            transaction.ifValue(keys.header(), RecordText.of(header));
        } else if (isMake(write)) {
            transaction.ifPresent(keys.header());
        }
        if (expected == null) {
            transaction.ifAbsent(key).put(keys.made(), "");
        } else {
            transaction.ifValue(key, RecordText.of(expected));
        }
        if (!isCounted(write)) {
            return transaction.orRead(key, keys.header());
        }
        return transaction
                .read(keys.made())
                .count(keys.record(0), keys.behindRecords())
                .orRead(key, keys.header(), keys.made())
                .orCount(keys.record(0), keys.behindRecords());
    }

    /**
     * Returns the outcome of one write.
     *
     * @param header the header that the outer transaction found
     */
    private Outcome outcome(Keys keys, Write write, Etcd.Outcome outcome, @Nullable Header header) {
        boolean succeeded = outcome.succeeded();
        Found found = new Found(keys, outcome);
        Header shown = succeeded ? header : found.header();
        // Otherwise an earlier attempt of the write was carried out.
        if (!succeeded && !RecordText.of(write.next()).equals(found.value(keys.record(write.id())))) {
            return new Differs(found.record(write.id()), shown, moment(outcome));
        }
        Count count = isCounted(write) ? found.countBehind(succeeded ? 1 : 3) : null;
        return new Written(write.next(), shown, count, moment(outcome));
    }

    private static Moment moment(Etcd.Outcome outcome) {
        return new Moment(outcome.serverMillis(), outcome.incarnation());
    }

    @Override
    public int readLimit() {
        return READS;
    }

    @Override
    public int writeLimit() {
        return WRITES;
    }

    @Override
    public Duration clockError() {
        return ROUNDED;
    }

    @Override
    public String where(String namespace) {
        return "keys " + prefix + "/" + namespace + " of etcd at " + etcd.where();
    }

    @Override
    public void close() {
        etcd.close();
    }

    /** The keys of a namespace. */
    private record Keys(String path) {
        private static final int DIGITS = 10;

        String header() {
            return path + "/header";
        }

        String made() {
            return path + "/made";
        }

        /** The digits do not depend on the system's language, and each id has equally many. */
        String record(long id) {
            String digits = Long.toString(id);
            return path + "/ids/" + "0".repeat(DIGITS - digits.length()) + digits;
        }

        /** The first key behind the keys of all ids. */
        String behindRecords() {
            return record(Integer.MAX_VALUE + 1L);
        }
    }

    /** The entries that a transaction found. */
    private final class Found {
        private final Keys keys;
        private final List<Long> counts;
        private final Map<String, Etcd.Entry> entries = new HashMap<>();

        Found(Keys keys, Etcd.Outcome outcome) {
            this.keys = keys;
            this.counts = outcome.counts();
            outcome.found().forEach(entry -> entries.put(entry.key(), entry));
        }

        @Nullable
        String value(String key) {
            Etcd.Entry entry = entries.get(key);
            return entry == null ? null : entry.value();
        }

        @Nullable
        Header header() {
            String value = value(keys.header());
            return value == null ? null : RecordText.header(value, where(keys.header()));
        }

        @Nullable
        LeaseRecord record(int id) {
            String key = keys.record(id);
            String value = value(key);
            return value == null ? null : RecordText.record(value, null, where(key));
        }

        /** The count that follows a number of reads. */
        Count countBehind(int reads) {
            if (counts.size() <= reads) {
                throw new BackendException(where(keys.made()) + " is missing in the answer that should have it");
            }
            Etcd.Entry made = entries.get(keys.made());
            return new Count(made == null ? 0 : made.version(), counts.get(reads));
        }

        private String where(String key) {
            return "key " + key + " of etcd at " + etcd.where();
        }
    }
}
