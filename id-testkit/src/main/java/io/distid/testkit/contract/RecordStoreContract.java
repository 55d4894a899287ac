package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Differs;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Moment;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.View;
import io.distid.spi.RecordStore.Write;
import io.distid.spi.RecordStore.Written;
import io.distid.testkit.Eventually;
import io.distid.testservers.fault.LossyLink;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * The contract of a {@link RecordStore}, on the real store or on a model of it. A new store has to pass only this: the lease protocol above it
 * is proven for every store that passes. Each test is run by one thread.
 */
public abstract class RecordStoreContract {
    private static final String LAYOUT = "41 bits of 1 ms from 2024-01-01T00:00:00Z, 10 worker, 12 sequence";
    private static final int THREADS = 4;
    private static final int ROUNDS = 25;

    private final String namespace = "contract-" + UUID.randomUUID();
    private RecordStore store;

    /** For subclasses. */
    protected RecordStoreContract() {}

    /**
     * Opens a connection to the store.
     *
     * @return a new connection each time, all to the same server; the test closes it
     */
    protected abstract RecordStore open();

    /**
     * Restarts the server, which keeps its data, or lets another server with the same data take over. Afterwards the store is asked until it answers.
     *
     * @return false if that cannot be done here
     */
    protected boolean restart() {
        return false;
    }

    /**
     * Runs an action, and then restores the server's earlier state, like a restore from a backup.
     *
     * @param lost the action, whose effect is lost; it repeats no request, so the backup must leave connections open
     * @return false if that cannot be done here
     */
    protected boolean goBackBehind(Runnable lost) {
        return false;
    }

    /**
     * Loses the answer to one request after the server has carried it out. If the adapter sends several statements, the last answer is lost.
     *
     * @param request the request; it throws {@link io.distid.BackendException}, unless the adapter repeats it by itself
     * @return false if that cannot be done here
     */
    protected boolean loseAnswer(Callable<?> request) {
        return false;
    }

    /**
     * Does what {@link #loseAnswer(Callable)} asks, on a link that the store's connections go through.
     *
     * @param link the link, which loses the next answer
     * @param request the request
     * @return true
     * @throws AssertionError if no answer came to be lost
     */
    protected static boolean loseAnswer(LossyLink link, Callable<?> request) {
        long before = link.answersDropped();
        link.dropNextAnswer();
        try {
            request.call();
        } catch (BackendException e) {
            // The adapter may ask again by itself.
        } catch (Exception e) {
            throw new AssertionError(e);
        } finally {
            link.dropNoAnswer();
        }
        assertThat(link.answersDropped()).as("answers that were lost").isGreaterThan(before);
        return true;
    }

    @BeforeEach
    void connect() {
        store = open();
    }

    @AfterEach
    void disconnect() {
        store.close();
    }

    @Test
    void namespaceThatWasNotMadeIsEmpty() {
        View view = store.read(namespace, 0, store.readLimit());
        assertThat(view.header()).isNull();
        assertThat(view.count().made()).isZero();
        assertThat(view.count().there()).isZero();
        assertThat(view.records()).isEmpty();
        assertThat(view.at().incarnation()).doesNotContainAnyWhitespaces().isNotEmpty();
    }

    @Test
    void headerIsMadeOnce() {
        Header first = header(0, "");
        assertThat(store.writeHeader(namespace, null, first)).isTrue();
        assertThat(store.writeHeader(namespace, null, header(0, ""))).isFalse();
        assertThat(store.read(namespace, 0, 1).header()).isEqualTo(first);
    }

    @Test
    void headerIsReplacedOnlyIfItIsAsExpected() {
        Header first = made();
        Header second = header(1_800_000_000_123L, "an-incarnation:1");
        Header third = new Header(token(), LAYOUT, 7, "x", -3);
        assertThat(store.writeHeader(namespace, header(0, ""), third)).isFalse();
        assertThat(store.writeHeader(namespace, first, second)).isTrue();
        assertThat(store.writeHeader(namespace, first, third)).isFalse();
        assertThat(store.read(namespace, 0, 1).header()).isEqualTo(second);
        assertThat(store.writeHeader(namespace, second, third)).isTrue();
        assertThat(store.read(namespace, 0, 1).header()).isEqualTo(third);
    }

    @Test
    void repeatedHeaderStands() {
        Header first = made();
        Header second = header(5, "x");
        assertThat(store.writeHeader(namespace, first, second)).isTrue();
        assertThat(store.writeHeader(namespace, first, second)).isTrue();
    }

    @Test
    void recordIsMadeAndCounted() {
        Header header = made();
        for (int made = 1; made <= 3; made++) {
            Written written = written(new Write(10 * made, null, record(), header));
            assertThat(written.header()).isEqualTo(header);
            assertThat(written.count()).isNotNull();
            assertThat(written.count().made()).isEqualTo(made);
            assertThat(written.count().there()).isEqualTo(made);
        }
        View view = store.read(namespace, 0, store.readLimit());
        assertThat(view.count().made()).isEqualTo(3);
        assertThat(view.count().lost()).isZero();
    }

    @Test
    void recordIsReadAsItWasWritten() {
        Header header = made();
        List<LeaseRecord> records = List.of(
                new LeaseRecord(token(), 1_800_000_000_123L, 1_700_000_000_456L, 1_800_000_009_000L, "host-1 42", null),
                new LeaseRecord(token(), 1, 0, 0, "", null),
                new LeaseRecord(token(), 5, 5, 0, "Ünïcode 'quoted\" \\ {x} %s \u4e16\u754c", null));
        for (int id = 0; id < records.size(); id++) {
            written(new Write(id, null, records.get(id), header));
        }
        View view = store.read(namespace, 0, records.size());
        for (int id = 0; id < records.size(); id++) {
            assertThat(plain(view.records().get(id))).isEqualTo(records.get(id));
        }
    }

    @Test
    void recordThatWasWrittenOrReadCanBeReplaced() {
        made();
        LeaseRecord first = written(new Write(3, null, record(), header())).record();
        LeaseRecord second = written(new Write(3, first, record(), null)).record();
        LeaseRecord read = store.read(namespace, 3, 1).records().get(3);
        assertThat(plain(read)).isEqualTo(plain(second));
        Written granted = written(new Write(3, read, record(), header()));
        assertThat(granted.count())
                .as("told with each write that names a header")
                .isNotNull();
        assertThat(granted.count().made()).isEqualTo(1);
        LeaseRecord third = granted.record();
        assertThat(plain(store.read(namespace, 3, 1).records().get(3))).isEqualTo(plain(third));
        assertThat(store.read(namespace, 3, 1).count().made()).isEqualTo(1);
    }

    @Test
    void writeThatExpectsAnotherRecordShowsThePresentRecord() {
        made();
        LeaseRecord first = written(new Write(3, null, record(), header())).record();
        LeaseRecord second = written(new Write(3, first, record(), null)).record();
        assertThat(plain(differs(new Write(3, first, record(), null)).found())).isEqualTo(plain(second));
        assertThat(plain(differs(new Write(3, null, record(), header())).found()))
                .isEqualTo(plain(second));
        assertThat(differs(new Write(4, second, record(), null)).found()).isNull();
        View view = store.read(namespace, 3, 2);
        assertThat(plain(view.records().get(3))).isEqualTo(plain(second));
        assertThat(view.records()).hasSize(1);
        assertThat(view.count().made()).isEqualTo(1);
    }

    @Test
    void writeUnderAnotherHeaderDoesNotCount() {
        Header first = made();
        LeaseRecord record = written(new Write(3, null, record(), first)).record();
        Header second = header(9, "x");
        assertThat(store.writeHeader(namespace, first, second)).isTrue();
        for (Write write : List.of(new Write(3, record, record(), first), new Write(4, null, record(), first))) {
            Outcome outcome = outcome(write);
            Header told = outcome instanceof Written written ? written.header() : ((Differs) outcome).header();
            assertThat(told).as("the header that stands").isEqualTo(second);
        }
    }

    @Test
    void repeatedWriteAnswersAsItDidFirst() {
        Header header = made();
        written(new Write(1, null, record(), header));
        Write make = new Write(3, null, record(), header);
        written(make);
        Written again = written(make);
        assertThat(again.count()).isNotNull();
        assertThat(again.count().made()).isEqualTo(2);
        assertThat(again.count().there()).isEqualTo(2);
        Write replace = new Write(3, again.record(), record(), null);
        written(replace);
        assertThat(plain(written(replace).record())).isEqualTo(replace.next());
    }

    @Test
    void recordIsNotMadeWhereThereIsNoHeader() {
        for (Write make : List.of(new Write(3, null, record(), header(0, "")), new Write(3, null, record(), null))) {
            Differs differs = differs(make);
            assertThat(differs.found()).isNull();
            assertThat(differs.header()).isNull();
            assertThat(store.read(namespace, 3, 1).count().made()).isZero();
        }
    }

    @Test
    void recordsThatOneRequestMakesAreAllCounted() {
        Header header = made();
        List<Outcome> outcomes = store.write(
                namespace, List.of(new Write(1, null, record(), header), new Write(2, null, record(), header)));
        assertThat(outcomes).hasSize(2).allMatch(Written.class::isInstance);
        assertThat(store.read(namespace, 0, 1).count().made()).isEqualTo(2);
        assertThat(store.read(namespace, 0, 1).count().lost()).isZero();
    }

    @Test
    void writesOfOneRequestAreEachByItself() {
        Header header = made();
        int limit = store.writeLimit();
        List<LeaseRecord> standing = new ArrayList<>();
        for (int id = 0; id < limit; id++) {
            standing.add(written(new Write(id, null, record(), header)).record());
        }
        List<Write> writes = new ArrayList<>();
        for (int id = 0; id < limit; id++) {
            LeaseRecord expected = id % 3 == 1 ? record() : standing.get(id);
            writes.add(new Write(id, expected, record(), null));
        }
        List<Outcome> outcomes = store.write(namespace, writes);
        List<Outcome> repeated = store.write(namespace, writes);
        assertThat(outcomes).hasSize(limit);
        for (int id = 0; id < limit; id++) {
            assertThat(repeated.get(id)).as("repeated").hasSameClassAs(outcomes.get(id));
            if (id % 3 == 1) {
                assertThat(outcomes.get(id)).isInstanceOf(Differs.class);
                assertThat(plain(((Differs) outcomes.get(id)).found())).isEqualTo(plain(standing.get(id)));
            } else {
                assertThat(outcomes.get(id)).isInstanceOf(Written.class);
                assertThat(plain(((Written) outcomes.get(id)).record()))
                        .isEqualTo(writes.get(id).next());
            }
        }
    }

    @Test
    void windowShowsOnlyItsIds() {
        Header header = made();
        int limit = store.readLimit();
        for (int id : new int[] {0, 1, limit - 1, limit, 2 * limit, 100_000}) {
            written(new Write(id, null, record(), header));
        }
        assertThat(store.read(namespace, 1, limit).records().keySet()).isEqualTo(Set.of(1, limit - 1, limit));
        assertThat(store.read(namespace, 2 * limit, 1).records().keySet()).isEqualTo(Set.of(2 * limit));
        View far = store.read(namespace, 100_000 - 1, 2);
        assertThat(far.records().keySet()).isEqualTo(Set.of(100_000));
        assertThat(far.count().there()).isEqualTo(6);
        assertThat(far.header()).isEqualTo(header);
    }

    @Test
    void greatestIdIsRead() {
        written(new Write(Integer.MAX_VALUE, null, record(), made()));
        assertThat(store.read(namespace, Integer.MAX_VALUE - 1, 2).records()).containsOnlyKeys(Integer.MAX_VALUE);
    }

    @Test
    void namespacesAreApart() {
        Header header = made();
        written(new Write(1, null, record(), header));
        View other = store.read(namespace + "x", 0, 2);
        assertThat(other.header()).isNull();
        assertThat(other.count().made()).isZero();
        assertThat(other.records()).isEmpty();
    }

    @Test
    void timeOfAnAnswerIsTheServersAndDoesNotGoBack() {
        Header header = made();
        long latest = Long.MIN_VALUE;
        long error = store.clockError().toMillis();
        LeaseRecord record = null;
        for (int i = 0; i < 3; i++) {
            Moment read = store.read(namespace, 0, 1).at();
            assertThat(read.millis() + error).isGreaterThanOrEqualTo(latest);
            Written written = written(new Write(0, record, record(), header));
            record = written.record();
            assertThat(written.at().millis() + error).isGreaterThanOrEqualTo(read.millis());
            assertThat(written.at().incarnation()).isEqualTo(read.incarnation());
            latest = written.at().millis();
        }
    }

    @Test
    void secondConnectionShowsTheSame() {
        Header header = made();
        written(new Write(1, null, record(), header));
        View here = store.read(namespace, 0, 2);
        try (RecordStore another = open()) {
            View there = another.read(namespace, 0, 2);
            assertThat(there.header()).isEqualTo(here.header());
            assertThat(there.count()).isEqualTo(here.count());
            assertThat(plain(there.records().get(1)))
                    .isEqualTo(plain(here.records().get(1)));
            assertThat(there.at().incarnation()).isEqualTo(here.at().incarnation());
        }
    }

    @Test
    void oneOfSeveralWritersReplacesARecord() throws Exception {
        Header header = made();
        LeaseRecord standing = null;
        for (int round = 0; round < ROUNDS; round++) {
            LeaseRecord expected = standing;
            List<Outcome> outcomes = together(() -> outcome(new Write(7, expected, record(), header)));
            List<Written> winners = outcomes.stream()
                    .filter(Written.class::isInstance)
                    .map(Written.class::cast)
                    .toList();
            assertThat(winners).as("round %d", round).hasSize(1);
            standing = winners.get(0).record();
        }
        assertThat(plain(store.read(namespace, 7, 1).records().get(7))).isEqualTo(plain(standing));
    }

    @Test
    void recordsThatAreMadeAtTheSameTimeAreAllCounted() throws Exception {
        Header header = made();
        Set<Integer> ids = new HashSet<>();
        for (int round = 0; round < ROUNDS; round++) {
            ids.add(round);
            int id = round;
            together(() -> outcome(new Write(id, null, record(), header)));
            View view = store.read(namespace, 0, 1);
            assertThat(view.count().made()).isEqualTo(ids.size());
            assertThat(view.count().there()).isEqualTo(ids.size());
        }
    }

    @Test
    void restartedServerIsAnotherIncarnationAndHasAllThatWasAnswered() {
        Header header = made();
        LeaseRecord record = written(new Write(1, null, record(), header)).record();
        String before = store.read(namespace, 0, 1).at().incarnation();
        assumeTrue(restart(), "the server cannot be restarted here");
        View after = Eventually.untilAnswered(() -> store.read(namespace, 0, 2));
        assertThat(after.at().incarnation()).isNotEqualTo(before);
        assertThat(after.header()).isEqualTo(header);
        assertThat(plain(after.records().get(1))).isEqualTo(plain(record));
        assertThat(after.count().made()).isEqualTo(1);
    }

    @Test
    void serverThatWentBackIsAnotherIncarnation() {
        Header header = made();
        LeaseRecord record = written(new Write(1, null, record(), header)).record();
        String before = store.read(namespace, 0, 1).at().incarnation();
        assumeTrue(
                goBackBehind(() -> {
                    written(new Write(1, record, record(), header));
                    written(new Write(2, null, record(), header));
                }),
                "the server cannot be restored here");
        View after = Eventually.untilAnswered(() -> store.read(namespace, 0, 3));
        assertThat(after.at().incarnation()).isNotEqualTo(before);
        assertThat(plain(after.records().get(1))).isEqualTo(plain(record));
        assertThat(after.records()).doesNotContainKey(2);
        assertThat(after.count().lost()).isZero();
    }

    @Test
    void writeWhoseAnswerIsLostAnswersWhenItIsRepeated() {
        Header header = made();
        Write make = new Write(1, null, record(), header);
        assumeTrue(loseAnswer(() -> outcome(make)), "no answer can be lost here");
        Written again = (Written) Eventually.untilAnswered(() -> outcome(make));
        assertThat(plain(again.record())).isEqualTo(make.next());
        assertThat(again.count().made()).isEqualTo(1);
    }

    private Header made() {
        Header first = header(0, "");
        assertThat(store.writeHeader(namespace, null, first)).isTrue();
        return first;
    }

    private Header header() {
        return store.read(namespace, 0, 1).header();
    }

    private static Header header(long floor, String incarnation) {
        return new Header(token(), LAYOUT, floor, incarnation, 0);
    }

    private static LeaseRecord record() {
        return new LeaseRecord(token(), 1_800_000_003_000L, 1_800_000_000_000L, 1_800_000_003_000L, "host 1", null);
    }

    private static LeaseRecord plain(LeaseRecord record) {
        return new LeaseRecord(
                record.token(), record.bound(), record.stamped(), record.freeFrom(), record.holder(), null);
    }

    private static String token() {
        return UUID.randomUUID().toString().replace("-", "");
    }

    private Outcome outcome(Write write) {
        return store.write(namespace, List.of(write)).get(0);
    }

    private Written written(Write write) {
        Outcome outcome = outcome(write);
        assertThat(outcome).isInstanceOf(Written.class);
        return (Written) outcome;
    }

    private Differs differs(Write write) {
        Outcome outcome = outcome(write);
        assertThat(outcome).isInstanceOf(Differs.class);
        return (Differs) outcome;
    }

    private static <T> List<T> together(Callable<T> each) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<T> results = new ArrayList<>();
            for (Future<T> result : threads.invokeAll(java.util.Collections.nCopies(THREADS, each))) {
                results.add(result.get());
            }
            return results;
        } finally {
            threads.shutdown();
        }
    }
}
