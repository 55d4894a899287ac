package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.sql.PrivateServer;
import io.distid.sql.Proxies;
import io.distid.sql.Servers;
import io.distid.testservers.Database;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.util.HashSet;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** A server is told from others, and from itself before it was started anew. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ServerIdentityTest {
    private final PrivateServer server = new PrivateServer();

    @AfterAll
    void close() {
        server.close();
    }

    /** Over some seconds, since it has the second of the start in it, by two readings of the clock. */
    @Test
    void isTheSameForAsLongAsTheServerRuns() throws SQLException {
        Set<String> names = new HashSet<>();
        try (Connection connection = server.database().connect()) {
            ServerIdentity identity = ServerIdentity.visibleTo(connection);
            Awaitility.await()
                    .pollInterval(Duration.ofMillis(7))
                    .during(Duration.ofSeconds(2))
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> {
                        names.add(identity.of(connection));
                        return names.size() == 1;
                    });
        }
        assertThat(names).singleElement().asString().matches("\\d+@\\S+:\\d+,since:\\d+");
    }

    @Test
    void isAnotherForAnotherServer() throws SQLException {
        assertThat(name(server.database())).isNotEqualTo(name(Servers.shared().createDatabase()));
    }

    @Test
    void fitsIntoTheTableAndLacksTheStartWhereTheServerDoesNotTellIt() throws SQLException {
        try (Connection connection = server.database().connect()) {
            String whole = ServerIdentity.visibleTo(connection).of(connection);
            assertThat(whole.length()).isLessThan(255);
            ServerIdentity place = ServerIdentity.visibleTo(Proxies.proxy(Connection.class, (method, arguments) -> {
                if (method.getName().equals("prepareStatement")
                        && arguments[0].toString().matches("(?i).*global_status.*")) {
                    throw new SQLException("command denied", "42000", 1142);
                }
                return method.invoke(connection, arguments);
            }));
            assertThat(place.of(connection)).isEqualTo(whole.substring(0, whole.indexOf(",since:")));
        }
    }

    private static String name(Database database) throws SQLException {
        try (Connection connection = database.connect()) {
            return ServerIdentity.visibleTo(connection).of(connection);
        }
    }
}
