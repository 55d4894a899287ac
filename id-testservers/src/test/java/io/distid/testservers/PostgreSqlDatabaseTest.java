package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.sql.SQLException;
import org.junit.jupiter.api.Test;

/** What is made on a server, for which the shared one will do. */
class PostgreSqlDatabaseTest {
    @Test
    void givesEachTestADatabaseOfItsOwn() throws SQLException {
        PostgreSqlServer server = TestServers.orSkip(PostgreSqlServer::shared);
        Database one = server.createDatabase();
        Database two = server.createDatabase();
        PostgreSqlServerTest.execute(one, "CREATE TABLE t (id BIGINT)");
        PostgreSqlServerTest.execute(two, "CREATE TABLE t (id BIGINT)");

        assertThat(one.name()).isNotEqualTo(two.name());
        assertThatThrownBy(() -> new Database(two.name(), two.url(), one.user(), one.password()).connect())
                .hasMessageContaining("denied");
        assertThatThrownBy(() -> PostgreSqlServerTest.execute(one, "CREATE ROLE x"))
                .hasMessageContaining("denied");
    }

    @Test
    void refusesWrongPasswords() {
        Database database = TestServers.orSkip(PostgreSqlServer::shared).createDatabase();

        assertThatThrownBy(() -> database.withPassword("wrong").connect())
                .hasMessageContaining("authentication failed");
        assertThatThrownBy(() -> database.withPassword("").connect()).hasMessageContaining("password");
        assertThat(database.toString()).contains(database.user()).doesNotContain(database.password());
    }

    @Test
    void limitsUsersToTheirPrivileges() throws SQLException {
        PostgreSqlServer server = TestServers.orSkip(PostgreSqlServer::shared);
        Database owner = server.createDatabase();
        PostgreSqlServerTest.execute(owner, "CREATE TABLE t (id BIGINT)");
        Database reader = server.createUser(owner, "SELECT");
        Database nobody = server.createUser(owner);

        PostgreSqlServerTest.execute(reader, "SELECT * FROM t");
        assertThatThrownBy(() -> PostgreSqlServerTest.execute(reader, "INSERT INTO t VALUES (1)"))
                .hasMessageContaining("denied");
        assertThatThrownBy(nobody::connect).hasMessageContaining("permission denied");
    }
}
