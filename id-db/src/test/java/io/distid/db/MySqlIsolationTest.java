package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.sql.Segments;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What rests on one atomic statement must hold at every isolation level. */
class MySqlIsolationTest {
    private static final int THREADS = 32;

    @ParameterizedTest
    @ValueSource(strings = {"READ-COMMITTED", "REPEATABLE-READ"})
    void rangesLeaveNeitherGapNorOverlap(String isolation) throws Exception {
        Database database = Servers.with(
                Servers.shared().createDatabase(), "sessionVariables=transaction_isolation='" + isolation + "'");
        Servers.createLeafTable(database);
        Servers.execute(database, "INSERT INTO leaf_alloc (biz_tag, max_id, step) VALUES ('orders', 1, 10)");
        assertThat(isolation(database)).isEqualTo(isolation);
        List<SegmentStore> stores =
                IntStream.range(0, 4).mapToObj(i -> Segments.open(database)).toList();
        List<Segment> all = inThreads(thread -> {
            List<Segment> claimed = new ArrayList<>();
            for (int i = 0; i < 10; i++) {
                claimed.add(stores.get(thread % stores.size()).claim("orders", 1 + (thread + i) % 7));
            }
            return claimed;
        });
        stores.forEach(SegmentStore::close);
        all.sort(Comparator.comparingLong(Segment::start));
        long end = 1;
        for (Segment segment : all) {
            assertThat(segment.start()).isEqualTo(end);
            end = segment.end();
        }
        assertThat(all).hasSize(THREADS * 10);
    }

    private static String isolation(Database database) throws Exception {
        try (var connection = database.connect()) {
            return switch (connection.getTransactionIsolation()) {
                case java.sql.Connection.TRANSACTION_READ_COMMITTED -> "READ-COMMITTED";
                case java.sql.Connection.TRANSACTION_REPEATABLE_READ -> "REPEATABLE-READ";
                default -> "another";
            };
        }
    }

    /** What one thread does. */
    private interface Work<T> {
        List<T> of(int thread) throws Exception;
    }

    private static <T> List<T> inThreads(Work<T> work) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Callable<List<T>>> tasks = new ArrayList<>();
            IntStream.range(0, THREADS).forEach(i -> tasks.add(() -> work.of(i)));
            List<T> all = new ArrayList<>();
            for (Future<List<T>> done : threads.invokeAll(tasks)) {
                all.addAll(done.get());
            }
            return all;
        } finally {
            threads.shutdownNow();
        }
    }
}
