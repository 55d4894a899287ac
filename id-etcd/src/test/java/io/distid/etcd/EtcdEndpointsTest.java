package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.distid.BackendException;
import io.distid.testkit.Eventually;
import io.distid.testservers.EtcdServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

class EtcdEndpointsTest {
    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();

    @Test
    void endpointThatRefusesConnectionsIsPassedOver() {
        namespace.make(server);
        try (WorkerIds source = namespace.open(server, "endpoints", "http://127.0.0.1:1," + server.endpoints())) {
            namespace.acquireByHand(source).close();
        }
    }

    @Test
    void endpointThatIsSilentIsPassedOverAfterTheTimeout() throws Exception {
        try (ServerSocket silent = new ServerSocket(0)) {
            String endpoints = "http://127.0.0.1:" + silent.getLocalPort() + "," + server.endpoints();
            // The other one may be too late for such a time-out, too.
            Eventually.untilAnswered(() -> {
                Namespace fresh = Namespace.fresh();
                fresh.make(server);
                try (WorkerIds source = fresh.open(server, "endpoints", endpoints, "timeout", "500ms")) {
                    fresh.acquireByHand(source).close();
                }
                return true;
            });
        }
    }

    /** Whoever is asked next sees that it was carried out. */
    @Test
    void requestThatWasCarriedOutWithoutAnAnswerIsAnsweredByTheNextEndpoint() {
        try (LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()))) {
            String endpoints = "http://127.0.0.1:" + link.address().getPort() + "," + server.endpoints();
            try (WorkerIds source = namespace.open(server, "endpoints", endpoints)) {
                RenewedLease lease = namespace.acquireByHand(source);
                long bound = lease.reservedUntil();
                link.dropNextAnswer();
                lease.renew();
                assertThat(link.answersDropped()).isEqualTo(1);
                assertThat(lease.failure()).isNull();
                assertThat(lease.reservedUntil()).isGreaterThanOrEqualTo(bound);
                lease.close();
            }
        }
    }

    @Test
    void serverThatIsNotEtcdIsReported() throws Exception {
        HttpServer other = HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0);
        other.createContext("/", exchange -> {
            byte[] page = "<html>hello</html>".getBytes(StandardCharsets.UTF_8);
            exchange.sendResponseHeaders(200, page.length);
            exchange.getResponseBody().write(page);
            exchange.close();
        });
        other.start();
        try {
            String endpoint = "http://127.0.0.1:" + other.getAddress().getPort();
            assertThatThrownBy(() -> namespace.open(server, "endpoints", endpoint))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("the server at " + endpoint + " is not a JSON gateway of etcd");
        } finally {
            other.stop(0);
        }
    }

    @Test
    void closedSourceSaysSo() {
        WorkerIds source = namespace.open(server);
        source.close();
        assertThatThrownBy(() -> source.acquire(namespace.request()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("closed: etcd at " + server.endpoints());
    }
}
