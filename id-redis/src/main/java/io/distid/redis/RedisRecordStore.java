package io.distid.redis;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Records in one hash for each namespace: a field for each worker id, the header, and how many records were made. Each request is one
 * script on that hash, and so one atomic step in one slot of a cluster. Beside the hash there may be a set of the ids that are in use, which the
 * same scripts write. Safe for use by any number of threads.
 */
final class RedisRecordStore implements RecordStore {
    private static final Script READ = Script.onRecord("run.lua", "records-check.lua", "records-read.lua");
    static final Script WRITE = Script.onRecord("run.lua", "records-check.lua", "records-write.lua");
    private static final Script HEAD = Script.onRecord("run.lua", "records-check.lua", "records-head.lua");
    /** Writes of one script: they take the server less than a millisecond, during which it serves no other client. */
    private static final int WRITES = 128;
    /** Reads of one script, for the same reason. */
    private static final int READS = 256;
    /** How many texts are at the beginning of each answer, see {@code records-check.lua}. */
    private static final int BEGINNING = 5;
    /** Which of these texts are numbers. */
    private static final List<Integer> NUMBERS = List.of(0, 3, 4);
    /** The answer of the scripts for a record or a header that is as expected. */
    private static final String STANDS = "1";
    /** The incarnation of a server that does not say who it is, if the header names none. */
    private static final String UNTOLD = "untold";

    private final ScriptRunner redis;
    private final String prefix;
    private final Duration within;
    private final boolean hasSet;

    RedisRecordStore(ScriptRunner redis, String prefix) {
        this(redis, prefix, AcquireRetries.DEFAULT_TIMEOUT);
    }

    /**
     * Creates a store of records.
     *
     * @param within how long a read or a write of an acquire may take, since many processes may ask at once
     */
    RedisRecordStore(ScriptRunner redis, String prefix, Duration within) {
        this(redis, prefix, within, false);
    }

    private RedisRecordStore(ScriptRunner redis, String prefix, Duration within, boolean hasSet) {
        this.redis = redis;
        this.prefix = prefix;
        this.within = within;
        this.hasSet = hasSet;
    }

    /** Records with a set beside them, of {@code redis-set}. */
    static RedisRecordStore withSet(ScriptRunner redis, String prefix, Duration within) {
        return new RedisRecordStore(redis, prefix, within, true);
    }

    @Override
    public View read(String namespace, int firstId, int count) {
        List<String> ids = IntStream.range(0, count)
                .mapToObj(i -> Integer.toString(firstId + i))
                .toList();
        // Only a lease that is already held is read alone.
        List<String> answer = run(READ, namespace, ids, count > 1 ? within : null, count);
        Map<Integer, LeaseRecord> records = new HashMap<>();
        for (int i = 0; i < count; i++) {
            LeaseRecord record = record(answer.get(BEGINNING + i), namespace, firstId + i);
            if (record != null) {
                records.put(firstId + i, record);
            }
        }
        return new View(header(answer, namespace), count(answer), records, moment(answer));
    }

    @Override
    public boolean writeHeader(String namespace, @Nullable Header expected, Header next) {
        List<String> arguments = List.of(expected == null ? "" : expected.token(), RecordText.of(next));
        return STANDS.equals(redis.run(HEAD, keys(namespace), ScriptRunner.withDeadline(arguments, 0)));
    }

    @Override
    public List<Outcome> write(String namespace, List<Write> writes) {
        List<String> arguments = new ArrayList<>();
        for (Write write : writes) {
            arguments.add(Integer.toString(write.id()));
            arguments.add(write.expected() == null ? "" : write.expected().token());
            arguments.add(RecordText.of(write.next()));
            arguments.add(write.header() == null ? "" : write.header().token());
        }
        boolean takes = writes.stream().anyMatch(write -> write.header() != null);
        // Half of the time, so that an unanswered request can be repeated once.
        Duration time = takes ? within.dividedBy(2) : null;
        List<String> answer = run(WRITE, namespace, arguments, time, 2 * writes.size());
        Header header = header(answer, namespace);
        List<Outcome> outcomes = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            Write write = writes.get(i);
            String token = answer.get(BEGINNING + 2 * i);
            String outcome = answer.get(BEGINNING + 2 * i + 1);
            if (!token.equals(write.next().token())) {
                throw answerToAnother(namespace);
            }
            if (outcome.equals(STANDS)) {
                outcomes.add(new Written(write.next(), header, count(answer), moment(answer)));
            } else {
                LeaseRecord found = found(outcome.substring(1), namespace, write.id());
                outcomes.add(new Differs(found, header, moment(answer)));
            }
        }
        return outcomes;
    }

    /**
     * Runs a script, and returns its answer: the texts of the beginning, then the given number of texts.
     *
     * @param time the time that an acquire has: the script does nothing after it, and no renewal waits for it; null for other requests
     */
    private List<String> run(
            Script script, String namespace, List<String> arguments, @Nullable Duration time, int texts) {
        List<String> keys = keys(namespace);
        Object answer = time == null
                ? redis.run(script, keys, ScriptRunner.withDeadline(arguments, 0))
                : redis.take(script, keys, arguments, time);
        List<String> words = answer instanceof List<?> list
                ? list.stream().map(String::valueOf).toList()
                : List.of();
        if (words.size() != BEGINNING + texts
                || !NUMBERS.stream().allMatch(i -> words.get(i).matches("\\d{1,18}"))) {
            throw answerToAnother(namespace);
        }
        return words;
    }

    private BackendException answerToAnother(String namespace) {
        return new BackendException(where(namespace) + ": this is the answer to another request");
    }

    private static Moment moment(List<String> answer) {
        String run = answer.get(1);
        return new Moment(Long.parseLong(answer.get(0)), run.equals("-") ? UNTOLD : run);
    }

    private @Nullable Header header(List<String> answer, String namespace) {
        return answer.get(2).isEmpty() ? null : RecordText.header(answer.get(2), where(namespace));
    }

    private static Count count(List<String> answer) {
        return new Count(Long.parseLong(answer.get(3)), Long.parseLong(answer.get(4)));
    }

    /** Reads a record. A malformed text ends the lease of its holder, but none of the leases that are renewed with it. */
    private @Nullable LeaseRecord found(String text, String namespace, int id) {
        try {
            return record(text, namespace, id);
        } catch (BackendException e) {
            return null;
        }
    }

    private @Nullable LeaseRecord record(String text, String namespace, int id) {
        return text.isEmpty() ? null : RecordText.record(text, null, "worker id " + id + " of " + where(namespace));
    }

    /** The hash, and the set if there is one. The part in braces decides the slot of a cluster. */
    private List<String> keys(String namespace) {
        String key = prefix + ":{" + namespace + "}";
        return hasSet ? List.of(key + ":notes", key) : List.of(key);
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
    public String where(String namespace) {
        List<String> keys = keys(namespace);
        return (hasSet ? "set " + keys.get(1) + " with " : "") + "hash " + keys.get(0) + " of Redis at "
                + redis.where();
    }

    @Override
    public void close() {
        redis.close();
    }
}
