package io.distid.postgresql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The statements of the README, by which a column's own numbers become distid's. */
class ComingFromIdentityTest {
    private final Database database = Servers.shared().createDatabase();

    @ParameterizedTest
    @CsvSource({"bigint GENERATED ALWAYS AS IDENTITY, DROP IDENTITY", "bigserial, DROP DEFAULT"})
    void idsGoOnAboveAllThatTheColumnGave(String type, String drop) throws SQLException, IOException {
        Servers.execute(
                database,
                "CREATE TABLE orders (id " + type + " PRIMARY KEY, name text)",
                "INSERT INTO orders (name) SELECT 'n' FROM generate_series(1, 10)",
                "DELETE FROM orders WHERE id > 5");
        String readme = Files.readString(Path.of("README.md"));
        int begin = readme.indexOf("BEGIN;\nLOCK TABLE orders");
        String sql = readme.substring(begin, readme.indexOf("```", begin));
        assertThat(sql).contains("DROP IDENTITY");
        Servers.execute(database, sql.replace("DROP IDENTITY", drop));

        try (LongIdGenerator ids =
                IdGenerators.openLong("postgresql-sequence", Servers.config(database, "create", "false"))) {
            long id = ids.nextId();
            assertThat(id).as("above those of deleted rows").isGreaterThan(10);
            Servers.execute(database, "INSERT INTO orders VALUES (" + id + ", 'set by the application')");
        }
        assertThatThrownBy(() -> Servers.execute(database, "INSERT INTO orders (name) VALUES ('none set')"))
                .hasMessageContaining("null value in column \"id\"");
    }
}
