package io.distid.bench.draw;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.Ordering;
import io.distid.bench.progress.Steps;
import io.distid.bench.verify.FilesCheck;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The statements of docs/several-hosts.md on DuckDB say of files what {@code verify} says of them. */
class SqlCheckTest {
    private static final Path TEXT = Path.of("..", "docs", "several-hosts.md");
    private static final Pattern STATEMENT = Pattern.compile("(?s)```sql\n(.*?);\n```");

    @TempDir
    Path folder;

    private Connection duckDb;

    @BeforeEach
    void connect() throws SQLException {
        duckDb = DriverManager.getConnection("jdbc:duckdb:");
    }

    @AfterEach
    void disconnect() throws SQLException {
        duckDb.close();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void bothCountTheSameOfNumbersWithPlantedFaults(int seed) throws IOException, SQLException {
        Random random = new Random(seed);
        List<String> bins = new ArrayList<>();
        for (int node = 0; node < 3; node++) {
            long[] ids = random.longs(5_000, 1, 1_000_000).sorted().toArray();
            for (int planted = 0; planted < 20 * node; planted++) {
                ids[random.nextInt(ids.length)] = ids[random.nextInt(ids.length)];
            }
            bins.add(drawn(DrawnFormat.BIN, node, 1, ids));
            drawn(DrawnFormat.CSV, node, 1, ids);
        }

        agree(bins, true);
    }

    @Test
    void bothCountTheSameOfUuids() throws IOException, SQLException {
        List<String> bins = new ArrayList<>();
        Random random = new Random(4);
        for (int node = 0; node < 2; node++) {
            // Halves of few values, some of which are negative: so ids repeat, and their order is that of unsigned
            // numbers.
            long[] words =
                    random.longs(4_000, -20, 20).map(half -> half << 58 | half).toArray();
            bins.add(drawn(DrawnFormat.BIN, node, 2, words));
            drawn(DrawnFormat.CSV, node, 2, words);
        }

        agree(bins, true);
    }

    @Test
    void bothFindNothingInGoodIds() throws IOException, SQLException {
        List<String> bins = new ArrayList<>();
        for (int node = 0; node < 2; node++) {
            int remainder = node;
            long[] ids =
                    LongStream.rangeClosed(1, 9_000).map(n -> 2 * n + remainder).toArray();
            bins.add(drawn(DrawnFormat.BIN, node, 1, ids));
            drawn(DrawnFormat.CSV, node, 1, ids);
        }

        agree(bins, false);
        assertThat(figure("AS inversions_across", "inversions_across")).isZero();
    }

    @Test
    void whatIsOutOfOrderByMoreThanClocksExplainIsCounted() throws IOException, SQLException {
        long[] a = LongStream.rangeClosed(1, 21).toArray();
        drawn(DrawnFormat.CSV, 0, 1, a);
        DrawnHeader late = new DrawnHeader("test", "ids-1", Ordering.PER_GENERATOR, 1, 1, 3_000_000);
        Drawings.write(folder, DrawnFormat.CSV, late, 900);

        view();
        // 900 was returned after 3.5 ms, and the blocks of seven begin after 0, 7 and 14 ms: 5 ms explain the second.
        assertThat(figure("AS inversions_across", "inversions_across")).isEqualTo(7);
        assertThat(figure("AS inversions\n", "inversions")).isZero();
    }

    private String drawn(DrawnFormat format, int node, int width, long... words) throws IOException {
        DrawnHeader header = new DrawnHeader("test", "ids-" + node, Ordering.PER_GENERATOR, width, node, 0);
        return Drawings.write(folder, format, header, words).toString();
    }

    private void agree(List<String> bins, boolean faulty) throws IOException, SQLException {
        List<String> csvs =
                bins.stream().map(name -> name.replace(".bin", ".csv")).toList();
        FilesCheck.Found binary = FilesCheck.check(bins, false, Steps.NONE);
        FilesCheck.Found text = FilesCheck.check(csvs, false, Steps.NONE);
        view();

        assertThat(List.of(text.ids(), text.duplicates(), text.inversions()))
                .isEqualTo(List.of(binary.ids(), binary.duplicates(), binary.inversions()))
                .isEqualTo(List.of(
                        figure("AS duplicates", "ids"),
                        figure("AS duplicates", "duplicates"),
                        figure("AS inversions\n", "inversions")));
        assertThat(binary.duplicates() > 0).isEqualTo(faulty);
        assertThat(binary.inversions() > 0).isEqualTo(faulty);
        try (Statement statement = duckDb.createStatement();
                ResultSet rows = statement.executeQuery(statement("WHERE times > 1"))) {
            assertThat(rows.next()).isEqualTo(faulty);
            if (faulty) {
                String first = rows.getString("id");
                assertThat(binary.duplicateExamples().get(0)).startsWith(first + " (");
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("id")).isEqualTo(first);
            }
        }
    }

    private void view() throws IOException, SQLException {
        try (Statement statement = duckDb.createStatement()) {
            statement.execute(statement("VIEW ids")
                    .replace("ids-*.csv", folder.resolve("ids-*.csv").toString()));
        }
    }

    private long figure(String statementWith, String column) throws IOException, SQLException {
        try (Statement statement = duckDb.createStatement();
                ResultSet rows = statement.executeQuery(statement(statementWith))) {
            assertThat(rows.next()).isTrue();
            return rows.getLong(column);
        }
    }

    /** The one statement of the text that has some words in it. */
    private static String statement(String with) throws IOException {
        List<String> found = STATEMENT
                .matcher(Files.readString(TEXT))
                .results()
                .map((MatchResult each) -> each.group(1))
                .filter(each -> each.contains(with))
                .toList();
        assertThat(found).as("statements with " + with).hasSize(1);
        return found.get(0);
    }
}
