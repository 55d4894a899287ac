package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.coordination.LockStoreProvider;
import io.distid.jdbc.ConnectionSource;
import io.distid.jdbc.DedicatedConnection;
import io.distid.jdbc.SqlErrors;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.sql.Proxies;
import io.distid.testkit.Eventually;
import java.sql.Connection;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The kept connection is in use for longer than a call waits. */
class DedicatedConnectionTurnTest {
    private final IdConfig config = IdConfig.of(
            Providers.find(LockStoreProvider.class, "mysql"),
            Map.of("url", "jdbc:mysql://127.0.0.1:1/x", "timeout", "250ms"));

    private final ConnectionSource source =
            Proxies.proxy(ConnectionSource.class, (method, arguments) -> switch (method.getName()) {
                case "timeout" -> config.duration("timeout");
                default -> Proxies.proxy(Connection.class, (called, its) -> called.getName());
            });

    @Test
    void callWhoseTurnDoesNotComeSaysWhatItWaitedForAndWhatHelps() throws Exception {
        CountDownLatch used = new CountDownLatch(1);
        CountDownLatch given = new CountDownLatch(1);
        try (DedicatedConnection kept =
                new DedicatedConnection(source, new SqlErrors(MySql.DIALECT, config, config.text("url")))) {
            CompletableFuture<Boolean> first =
                    CompletableFuture.supplyAsync(() -> kept.call("free lock b", connection -> {
                        used.countDown();
                        try {
                            return given.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
                        } catch (InterruptedException e) {
                            throw new IllegalStateException(e);
                        }
                    }));
            used.await();
            assertThatExceptionOfType(BackendException.class)
                    .isThrownBy(() -> kept.call("extend lock a", connection -> 1))
                    .withMessage("mysql: cannot extend lock a at jdbc:mysql://127.0.0.1:1/x: it was not sent."
                            + " Such calls take turns on one connection, and its turn did not come within 250 ms, with 0"
                            + " other callers waiting. The server is slow or does not answer, another transaction locks a"
                            + " row that one of the calls needs, or they are too many for one connection. With a longer"
                            + " \"timeout\" they wait longer; \"pool-size\" has no effect on them");
            given.countDown();
            assertThat(first.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
        }
    }
}
