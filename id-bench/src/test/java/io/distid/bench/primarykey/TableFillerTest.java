package io.distid.bench.primarykey;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.bench.results.Locality;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.PostgreSqlServer;
import java.io.IOException;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tables on a real server, small ones: what they show must be what InnoDB is known to do. */
class TableFillerTest {
    private static final int TRANSACTION = 1000;
    private static final int ROWS = 20_000;
    private static final int PAGE = 16 * 1024;

    private static MySqlServer server;

    @BeforeAll
    static void start() {
        server = orSkip(MySqlServer::start);
    }

    @AfterAll
    static void end() {
        if (server != null) {
            server.close();
        }
    }

    @Test
    void ascendingKeysSplitOnlyToGrowAndRandomOnesMore() throws InterruptedException {
        try (TableFiller tables = new TableFiller(server)) {
            FillResult plain = tables.fill(Keys.plain(ROWS), TRANSACTION);
            FillResult ascending = tables.fill(drawn("uuid-v7"), TRANSACTION);
            FillResult random = tables.fill(drawn("uuid-v4"), TRANSACTION);

            assertThat(List.of(plain.rows(), ascending.rows(), random.rows())).containsOnly(2L * ROWS);
            assertThat(plain.type()).isEqualTo("BIGINT AUTO_INCREMENT");
            assertThat(random.type()).isEqualTo("BINARY(16)");
            // A row of a plain table has 108 bytes of columns and some 20 of InnoDB's own. A page that is filled in
            // order
            // holds 15/16 of itself; two inserters overtake each other, so some are split in their middle.
            long fullPages = 2L * ROWS * 128 / (PAGE * 15 / 16);
            long pages = plain.bytes() / PAGE;
            assertThat(pages).isGreaterThan(fullPages * 95 / 100);
            assertThat(random.bytes()).isGreaterThan(Math.max(plain.bytes(), ascending.bytes()));
            // Each split makes one page.
            assertThat((double) plain.splits().orElseThrow()).isCloseTo(pages, withinPercentage(3));
            assertThat(random.splits().orElseThrow())
                    .isGreaterThan(Math.max(
                            plain.splits().orElseThrow(), ascending.splits().orElseThrow()));
            assertThat(plain.pagesWritten().orElseThrow()).isGreaterThanOrEqualTo(pages * 9 / 10);
            assertThat(plain.rowsPerSecond()).isPositive();
        }
    }

    /** An entry of its index has a pointer of 4 bytes, a header of 8, and the key; a page that is split has half of them at least. */
    @Test
    void aTableOfPostgreSqlHasABTreeBesideItsRowsAndAllOfItIsWritten() throws InterruptedException {
        try (PostgreSqlServer postgreSql = orSkip(PostgreSqlServer::start);
                TableFiller tables = new TableFiller(postgreSql)) {
            FillResult plain = tables.fill(Keys.plain(ROWS), TRANSACTION);
            FillResult random = tables.fill(drawn("uuid-v4"), TRANSACTION);

            assertThat(List.of(plain.rows(), random.rows())).containsOnly(2L * ROWS);
            assertThat(random.type()).isEqualTo("UUID");
            assertThat(plain.splits().orElseThrow() * 8192).isBetween(2L * ROWS * 20, 2L * ROWS * 20 * 21 / 10);
            assertThat(random.splits().orElseThrow() * 8192)
                    .isBetween(2L * ROWS * 28 * 13 / 10, 2L * ROWS * 28 * 21 / 10);
            for (FillResult each : List.of(plain, random)) {
                assertThat(each.bytes())
                        .isGreaterThan(2L * ROWS * 130 + each.splits().orElseThrow() * 8192);
                assertThat(each.pagesWritten().orElseThrow()).isGreaterThan(each.bytes() / 8192 * 9 / 10);
            }
        }
    }

    private static Keys drawn(String strategy) {
        List<IdGenerator> nodes = new ArrayList<>();
        for (int node = 0; node < TableFiller.INSERTERS; node++) {
            nodes.add(IdGenerators.open(strategy, Map.of()));
        }
        try {
            return Keys.draw(nodes, ROWS, TRANSACTION);
        } finally {
            nodes.forEach(IdGenerator::close);
        }
    }

    @Test
    void aKeyThatIsThereAlreadyIsRefusedByTheServerAndTheNextTableGoesOn() throws InterruptedException {
        try (TableFiller tables = new TableFiller(server)) {
            assertThatThrownBy(() -> tables.fill(new Keys(TableFiller.INSERTERS, 10, 1), TRANSACTION))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("Duplicate entry '0'");
            assertThat(tables.fill(Keys.plain(10), TRANSACTION).rows()).isEqualTo(20);
        }
    }

    @Test
    void leavesNoDatabaseAndNoCounterBehind() throws SQLException, InterruptedException {
        List<String> before = ask("SHOW DATABASES");
        try (TableFiller tables = new TableFiller(server)) {
            tables.fill(Keys.plain(10), TRANSACTION);
            assertThat(ask("SHOW DATABASES")).hasSize(before.size() + 1);
        }
        assertThat(ask("SHOW DATABASES")).isEqualTo(before);
        try (Connection connection = server.connect()) {
            assertThat(new SplitCounter(connection).read()).isEmpty();
        }
    }

    @Test
    void aCounterThatWasOnBeforeIsLeftOn() throws SQLException {
        try (Connection connection = server.connect()) {
            SplitCounter operators = new SplitCounter(connection);
            operators.enable();
            try {
                new TableFiller(server).close();
                assertThat(operators.read()).isPresent();
            } finally {
                operators.restore();
            }
        }
    }

    @Test
    void anAccountThatMayNotCountHasNoSplits() throws SQLException {
        try (Connection connection = server.createDatabase().connect()) {
            SplitCounter counter = new SplitCounter(connection);
            counter.enable();
            assertThat(counter.read()).isEmpty();
        }
    }

    @Test
    void aServerThatIsKilledMeanwhileIsTheReason() {
        try (MySqlServer lost = orSkip(MySqlServer::start)) {
            assumeThat(lost.canFault()).isTrue();
            try (TableFiller tables = new TableFiller(lost)) {
                Keys keys = Keys.plain(5_000_000);
                CompletableFuture<FillResult> result = CompletableFuture.supplyAsync(() -> {
                    try {
                        return tables.fill(keys, TRANSACTION);
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                });
                lost.kill();
                assertThatThrownBy(result::join)
                        .hasRootCauseInstanceOf(IOException.class)
                        .hasMessageContaining("a table with such keys could not be filled: ");
            }
        }
    }

    @Test
    void aRatioIsThatOfEachRoundAndTheMedianOfThem() {
        FillRounds rounds = new FillRounds();
        rounds.add(result(100, 1.0, 7), result(100, 0.5, 5));
        rounds.add(result(100, 2.0, 9), result(100, 0.25, 5));
        rounds.add(result(100, 4.0, 8), result(100, 4.0, 5));

        Locality result = rounds.result(64);

        assertThat(result).isEqualTo(new Locality("BIGINT", 100, 3, 50, 8L, 9L, 160, 0.5, 64, null));
    }

    @Test
    void splitsThatWereNotCountedAreNull() {
        FillRounds rounds = new FillRounds();
        FillResult uncounted = new FillResult("BIGINT", 10, 1, OptionalLong.empty(), OptionalLong.empty(), 16_384);
        rounds.add(uncounted, uncounted);

        assertThat(rounds.result(64).pageSplits()).isNull();
    }

    private static FillResult result(long rows, double seconds, long splits) {
        return new FillResult("BIGINT", rows, seconds, OptionalLong.of(splits), OptionalLong.of(splits + 1), 16_000);
    }

    private static List<String> ask(String sql) throws SQLException {
        List<String> answers = new ArrayList<>();
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            while (rows.next()) {
                answers.add(rows.getString(1));
            }
        }
        return answers;
    }
}
