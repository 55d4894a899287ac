package io.distid.testservers;

import static io.distid.testservers.TestServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class OwnDiskTest {
    /** A write of which a part fits is a short one. */
    private static final Pattern NO_SPACE = Pattern.compile("No space left on device|Short write");

    @Test
    void redisEndsWhenItsDiskIsFullAndKeepsWhatItHadAcknowledged() throws IOException {
        RedisOptions options = RedisOptions.MEMORY_ONLY.withAppendOnly("always");
        try (RedisServer redis = TestServers.orSkip(() -> RedisServer.startOnOwnDisk(options))) {
            redis.command(TestServers.LIMIT, "SET", "key", "acknowledged");
            assertThat(redis.logged(NO_SPACE)).isEmpty();

            redis.fillDisk();

            String large = "x".repeat(100_000);
            assertThatThrownBy(() -> redis.command(TestServers.LIMIT, "SET", "large", large))
                    .isInstanceOf(IOException.class);
            await().until(() -> !redis.isRunning());
            assertThat(redis.logged(NO_SPACE)).isPresent();
            redis.freeDisk();
            redis.restart();
            assertThat(redis.isRunning()).isTrue();
            assertThat(redis.command(TestServers.LIMIT, "GET", "key")).isEqualTo("acknowledged");
            assertThat(redis.command(TestServers.LIMIT, "SET", "large", large)).isEqualTo("OK");
        }
    }

    @Test
    void mySqlRefusesATableWhileItsDiskIsFull() throws SQLException {
        try (MySqlServer mysql = TestServers.orSkip(MySqlServer::startOnOwnDisk)) {
            String name = mysql.createDatabase().name();
            String table = "CREATE TABLE `" + name + "`.t (a INT PRIMARY KEY) ENGINE=InnoDB";
            try (Connection connection = mysql.connect();
                    Statement statement = connection.createStatement()) {
                mysql.fillDisk();
                assertThatThrownBy(() -> statement.execute(table)).isInstanceOf(SQLException.class);
                mysql.freeDisk();
                statement.execute(table);
            }
        }
    }

    @Test
    void aDiskIsFilledOnlyWhereAServerHasOneOfItsOwn() {
        RedisServer plain = TestServers.orSkip(RedisServer::shared);
        assertThatThrownBy(plain::fillDisk)
                .isInstanceOf(UnsupportedOperationException.class)
                .hasMessageEndingWith("has no disk of its own");
        try (RedisServer redis = TestServers.orSkip(() -> RedisServer.startOnOwnDisk(RedisOptions.MEMORY_ONLY))) {
            assertThat(redis.canCopyData()).isFalse();
            assertThatThrownBy(redis::copyData)
                    .isInstanceOf(UnsupportedOperationException.class)
                    .hasMessageContaining("has a disk of its own");
        }
    }
}
