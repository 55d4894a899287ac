package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeFalse;

import io.distid.testservers.ServerSettings.RedisEndpoint;
import io.distid.testservers.ServerSettings.SqlEndpoint;
import io.distid.testservers.process.ServerUnavailableException;
import java.util.Properties;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Changes the properties by which all tests of this JVM choose their servers. */
@Isolated
class ServerSettingsTest {
    private final Properties before = new Properties();

    @BeforeEach
    void clear() {
        before.putAll(System.getProperties());
        System.getProperties().keySet().removeIf(key -> key.toString().startsWith("distid."));
    }

    @AfterEach
    void restore() {
        System.setProperties(before);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "distid.servers|podman|distid.servers=podman: must be embedded or docker",
                "distid.servers.required|yes|distid.servers.required=yes: must be true or false",
                "distid.servers.flush|no|distid.servers.flush=no: must be disk or system",
                "distid.mysql.url|localhost:3306|distid.mysql.url is malformed (and not shown, since it may hold a password): must be jdbc:mysql://host[:port][/database][?options]",
                "distid.mysql.url|jdbc:mysql://h:99999/|distid.mysql.url is malformed (and not shown, since it may hold a password): must be a port from 1 to 65535",
                "distid.mysql.url|mysql://h?password=x|distid.mysql.url is malformed (and not shown, since it may hold a password): must be jdbc:mysql://host[:port][/database][?options]",
                "distid.mysql.home|/nowhere|distid.mysql.home=/nowhere: must be the directory of an unpacked MySQL, with bin/mysqld in it",
                "distid.postgresql.url|jdbc:mysql://h/|distid.postgresql.url is malformed (and not shown, since it may hold a password): must be jdbc:postgresql://host[:port][/database][?options]",
                "distid.redis.url|localhost|distid.redis.url is malformed (and not shown, since it may hold a password): must be redis://[user:password@]host[:port]",
                "distid.redis.url|http://u:pw@h:1|distid.redis.url is malformed (and not shown, since it may hold a password): must be redis://[user:password@]host[:port]",
                "distid.zookeeper.connect|localhost|distid.zookeeper.connect is malformed (and not shown, since it may hold a password): must be host:port[,host:port]...[/chroot]",
                "distid.etcd.endpoints|http://u:pw@h:1|distid.etcd.endpoints is malformed (and not shown, since it may hold a password): must be http://host:port[,http://host:port]...",
                "distid.etcd.home|/nowhere|distid.etcd.home=/nowhere: must be the directory of an unpacked etcd, with etcd, bin/etcd or usr/bin/etcd in it",
            })
    void refusesMalformedValuesAndSaysWhatIsAllowed(String property, String value, String message) {
        System.setProperty("distid.servers", "embedded");
        System.setProperty(property, value);

        assertThatThrownBy(() -> {
                    ServerSettings.required();
                    ServerSettings.flushesToDisk();
                    if (property.contains("mysql")) {
                        MySqlServer.start();
                    } else if (property.contains("postgresql")) {
                        PostgreSqlServer.start();
                    } else if (property.contains("zookeeper")) {
                        ZooKeeperServer.start();
                    } else if (property.contains("etcd")) {
                        EtcdServer.start();
                    } else {
                        RedisServer.start().close();
                    }
                })
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage(message);
    }

    @Test
    void readsEndpoints() {
        System.setProperty("distid.mysql.url", "jdbc:mysql://db:3307/app?useSSL=true");
        System.setProperty("distid.mysql.user", "u");
        System.setProperty("distid.mysql.password", "p");
        System.setProperty("distid.redis.url", "redis://u:p:q@cache:6380/0");
        System.setProperty("distid.zookeeper.connect", "a:1,b:2/root");
        System.setProperty("distid.etcd.endpoints", "http://a:1,https://b:2");

        assertThat(ServerSettings.mySqlEndpoint()).isEqualTo(new SqlEndpoint("db", 3307, "useSSL=true", "u", "p"));
        assertThat(ServerSettings.redisEndpoint()).isEqualTo(new RedisEndpoint("cache", 6380, "u", "p:q"));
        assertThat(ServerSettings.zooKeeperConnect()).isEqualTo("a:1,b:2/root");
        assertThat(ServerSettings.etcdEndpoints()).isEqualTo("http://a:1,https://b:2");
    }

    @Test
    void usesAnEndpointAndCannotHurtIt() {
        System.setProperty("distid.servers", "embedded");
        try (RedisServer ours = TestServers.orSkip(RedisServer::start)) {
            System.setProperty("distid.redis.url", ours.url());
            try (RedisServer endpoint = RedisServer.start()) {
                assertThat(endpoint.port()).isEqualTo(ours.port());
                assertThat(endpoint.describe()).endsWith("(endpoint)");
                assertThat(endpoint.canFault()).isFalse();
                assertThatThrownBy(endpoint::pause)
                        .isInstanceOf(UnsupportedOperationException.class)
                        .hasMessage(endpoint.describe() + " was not started by distid and cannot be paused");
                assertThatThrownBy(endpoint::pid).isInstanceOf(UnsupportedOperationException.class);
            }
            assertThat(ours.answers(TestServers.LIMIT)).isTrue();
        }
    }

    @Test
    void saysWhyThereIsNoDocker() {
        assumeFalse(DockerEngine.answers(), "there is a Docker engine");
        System.setProperty("distid.servers", "docker");

        assertThatThrownBy(MySqlServer::start)
                .isInstanceOf(ServerUnavailableException.class)
                .hasMessageContaining("distid.servers=docker, but no Docker engine answers at ");
    }
}
