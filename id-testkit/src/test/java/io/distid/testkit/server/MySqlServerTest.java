package io.distid.testkit.server;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Order(3)
class MySqlServerTest extends RealServerContract<MySqlServer> {
    @Override
    MySqlServer startServer() {
        return MySqlServer.start();
    }

    @Override
    MySqlServer sharedServer() {
        return MySqlServer.shared();
    }

    @Override
    void write(MySqlServer server, String value) throws SQLException {
        Database database = server.createDatabase("kept");
        execute(database, "CREATE TABLE t (v VARCHAR(100)) ENGINE=InnoDB");
        execute(database, "INSERT INTO t VALUES ('" + value + "')");
    }

    @Override
    String read(MySqlServer server) throws SQLException {
        try (Connection connection = server.connect();
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("SELECT v FROM kept.t")) {
            row.next();
            return row.getString(1);
        }
    }

    @Override
    String expectedDescription() {
        boolean real = System.getProperty("distid.mysql.home") != null;
        return (real ? "MySQL" : "(MySQL|MariaDB)") + " \\d+\\.\\d+\\.\\d+ \\((embedded|Docker|endpoint)\\)";
    }

    @Test
    void givesEachTestADatabaseOfItsOwn() throws SQLException {
        MySqlServer server = ServerAssumptions.orSkip(MySqlServer::shared);
        Database one = server.createDatabase();
        Database two = server.createDatabase();
        execute(one, "CREATE TABLE t (id BIGINT)");
        execute(two, "CREATE TABLE t (id BIGINT)");

        assertThat(one.name()).isNotEqualTo(two.name());
        assertThatThrownBy(() -> execute(one, "SELECT * FROM " + two.name() + ".t"))
                .hasMessageContaining("denied");
        assertThatThrownBy(() -> execute(one, "CREATE USER 'x'@'%'")).hasMessageContaining("denied");
    }

    @Test
    void refusesWrongPasswords() {
        Database database = ServerAssumptions.orSkip(MySqlServer::shared).createDatabase();

        assertThatThrownBy(() -> database.withPassword("wrong").connect()).hasMessageContaining("Access denied");
        assertThatThrownBy(() -> database.withPassword("").connect()).hasMessageContaining("Access denied");
        assertThat(database.toString()).contains(database.user()).doesNotContain(database.password());
    }

    @Test
    void limitsUsersToTheirPrivileges() throws SQLException {
        MySqlServer server = ServerAssumptions.orSkip(MySqlServer::shared);
        Database owner = server.createDatabase();
        execute(owner, "CREATE TABLE t (id BIGINT)");
        Database reader = server.createUser(owner, "SELECT");
        Database nobody = server.createUser(owner);

        execute(reader, "SELECT * FROM t");
        assertThatThrownBy(() -> execute(reader, "INSERT INTO t VALUES (1)")).hasMessageContaining("denied");
        assertThatThrownBy(nobody::connect).hasMessageContaining("Access denied");
    }

    @ParameterizedTest
    @CsvSource({
        "8.0.12, MySQL Community Server - GPL, MySQL 8.0.12",
        "11.4.5-MariaDB, MariaDB Server, MariaDB 11.4.5",
        "11.4.5-MariaDB-log, Source distribution, MariaDB 11.4.5",
        "8.4.3-3, Percona Server (GPL), Percona 8.4.3",
        "8.0.11-TiDB-v8.5.0, TiDB Server, TiDB 8.0.11"
    })
    void namesTheProductHonestly(String version, String comment, String expected) {
        assertThat(MySqlServer.product(version, comment)).isEqualTo(expected);
    }

    private static void execute(Database database, String sql) throws SQLException {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.execute(sql);
        }
    }
}
