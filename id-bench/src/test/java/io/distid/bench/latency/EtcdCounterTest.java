package io.distid.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A real etcd, which tells what it was asked for. */
class EtcdCounterTest {
    private static final int CALLS = 200;

    /** What it asks itself. */
    private static final int BESIDE = 20;

    private static final Servers SERVERS = new Servers();

    @BeforeAll
    static void start() {
        StartedServer.orSkip(ServerKind.ETCD, SERVERS);
    }

    @AfterAll
    static void end() {
        SERVERS.close();
    }

    @Test
    void eachCallOfAClientIsARequest() throws Exception {
        HttpRequest range = HttpRequest.newBuilder(URI.create(SERVERS.etcd().split(",")[0] + "/v3/kv/range"))
                .POST(HttpRequest.BodyPublishers.ofString("{\"key\":\"YQ==\"}"))
                .build();
        HttpClient client = HttpClient.newHttpClient();
        try (ServerCounter counter = ServerCounter.open(ServerKind.ETCD, SERVERS)) {
            long before = counter.requests();
            for (int call = 0; call < CALLS; call++) {
                client.send(range, HttpResponse.BodyHandlers.discarding());
            }
            assertThat(counter.requests() - before).isBetween((long) CALLS, (long) CALLS + BESIDE);
        }
    }

    @Test
    void aServerThatIsNotThereIsNamed() {
        try (ServerCounter counter = ServerCounter.etcd("http://127.0.0.1:1")) {
            assertThatThrownBy(counter::requests)
                    .isInstanceOf(ServerCounter.UncountedException.class)
                    .hasMessageContaining("etcd at http://127.0.0.1:1 did not report how many requests it had");
        }
    }
}
