package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What is made on a server, for which the shared one will do. */
class MySqlDatabaseTest {
    @Test
    void givesEachTestADatabaseOfItsOwn() throws SQLException {
        MySqlServer server = TestServers.orSkip(MySqlServer::shared);
        Database one = server.createDatabase();
        Database two = server.createDatabase();
        MySqlServerTest.execute(one, "CREATE TABLE t (id BIGINT)");
        MySqlServerTest.execute(two, "CREATE TABLE t (id BIGINT)");

        assertThat(one.name()).isNotEqualTo(two.name());
        assertThatThrownBy(() -> MySqlServerTest.execute(one, "SELECT * FROM " + two.name() + ".t"))
                .hasMessageContaining("denied");
        assertThatThrownBy(() -> MySqlServerTest.execute(one, "CREATE USER 'x'@'%'"))
                .hasMessageContaining("denied");
    }

    @Test
    void refusesWrongPasswords() {
        Database database = TestServers.orSkip(MySqlServer::shared).createDatabase();

        assertThatThrownBy(() -> database.withPassword("wrong").connect()).hasMessageContaining("Access denied");
        assertThatThrownBy(() -> database.withPassword("").connect()).hasMessageContaining("Access denied");
        assertThat(database.toString()).contains(database.user()).doesNotContain(database.password());
    }

    @Test
    void limitsUsersToTheirPrivileges() throws SQLException {
        MySqlServer server = TestServers.orSkip(MySqlServer::shared);
        Database owner = server.createDatabase();
        MySqlServerTest.execute(owner, "CREATE TABLE t (id BIGINT)");
        Database reader = server.createUser(owner, "SELECT");
        Database nobody = server.createUser(owner);

        MySqlServerTest.execute(reader, "SELECT * FROM t");
        assertThatThrownBy(() -> MySqlServerTest.execute(reader, "INSERT INTO t VALUES (1)"))
                .hasMessageContaining("denied");
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
}
