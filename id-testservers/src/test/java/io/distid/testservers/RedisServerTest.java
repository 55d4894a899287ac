package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class RedisServerTest extends RealServerContract<RedisServer> {
    private static final Duration TIMEOUT = TestServers.LIMIT;

    @Override
    RedisServer startServer() {
        return RedisServer.start(RedisOptions.MEMORY_ONLY.withAppendOnly("always"));
    }

    @Override
    RedisServer sharedServer() {
        return RedisServer.shared();
    }

    @Override
    void write(RedisServer server, String value) throws IOException {
        server.command(TIMEOUT, "SET", "key", value);
    }

    @Override
    String read(RedisServer server) throws IOException {
        return server.command(TIMEOUT, "GET", "key");
    }

    @Override
    String expectedDescription() {
        return "(Redis|Valkey) \\d+\\.\\d+\\.\\d+ \\((embedded|Docker|endpoint)\\)";
    }

    @Test
    void forgetsEverythingWhenMemoryOnly() throws IOException {
        RedisOptions options = RedisOptions.MEMORY_ONLY.with("maxmemory 100mb");
        try (RedisServer server = TestServers.orSkip(() -> RedisServer.start(options))) {
            write(server, "lost");
            server.kill();
            server.restart();
            assertThat(read(server)).isNull();
        }
    }

    @Test
    void demandsPasswordsAndAppliesAclRules() throws IOException {
        RedisOptions options =
                RedisOptions.MEMORY_ONLY.withPassword("pw-default").withUser("reader", "pw-reader", "~* +get");
        try (RedisServer server = TestServers.orSkip(() -> RedisServer.start(options));
                RespClient client = new RespClient(server.host(), server.port(), TIMEOUT)) {
            assertThat(server.url()).isEqualTo("redis://:pw-default@127.0.0.1:" + server.port());
            assertThat(server.describe() + options).doesNotContain("pw-");
            assertThatThrownBy(() -> client.command("GET", "key")).hasMessageContaining("NOAUTH");
            assertThatThrownBy(() -> client.authenticate("reader", "wrong")).hasMessageContaining("WRONGPASS");

            client.authenticate("reader", "pw-reader");

            assertThat(client.command("GET", "key")).isNull();
            assertThatThrownBy(() -> client.command("SET", "key", "1")).hasMessageContaining("NOPERM");
        }
    }
}
