package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.testservers.EtcdServer;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Endpoints at which something else than etcd answers. */
class EtcdWrongAnswerTest {
    private static final String PATH = "/v3/kv/range";
    private static final Map<String, Object> KEY = Map.of("key", Transaction.encode("none"));

    @ParameterizedTest
    @CsvSource({"502, <html>bad gateway</html>", "503, ''", "504, {}", "200, <html>hello</html>", "200, []"})
    void nextEndpointIsAskedWhereAProxyAnswers(int status, String body) throws Exception {
        EtcdServer server = EtcdFixture.server();
        try (StubEndpoint stub = StubEndpoint.start(status, body)) {
            EtcdLink link = StubEndpoint.link(stub.url() + "," + server.endpoints(), "60s");
            assertThat(link.call(PATH, KEY).revision()).isPositive();
            assertThat(stub.requests()).isEqualTo(1);
            link.call(PATH, KEY);
            assertThat(stub.requests())
                    .as("requests, once the other one answered")
                    .isEqualTo(1);
            link.close();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "/v3/kv/range, {}",
        "/v3/kv/range, '{\"header\":{\"revision\":\"5\"}}'",
        "/v3/kv/txn, '{\"header\":{\"cluster_id\":\"7\"}}'",
        "/v3/kv/txn, '{\"header\":{\"cluster_id\":\"7\",\"revision\":\"new\"}}'",
        "/v3/lease/grant, '{\"header\":{\"cluster_id\":\"7\",\"revision\":\"5\"}}'"
    })
    void objectWithoutThePartsOfEtcdsAnswerIsNoAnswer(String path, String body) throws Exception {
        try (StubEndpoint stub = StubEndpoint.start(200, body)) {
            EtcdLink link = StubEndpoint.link(stub.url(), "60s");
            assertThatThrownBy(() -> link.call(path, KEY))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("the server at " + stub.url() + " is not a JSON gateway of etcd");
            link.close();
        }
    }

    /** It may have been carried out; whoever asks next begins with another endpoint. */
    @Test
    void requestThatMustNotComeTwiceIsNotRepeatedWhereAProxyAnswers() throws Exception {
        EtcdServer server = EtcdFixture.server();
        for (int status : new int[] {200, 502}) {
            try (StubEndpoint stub = StubEndpoint.start(status, "<html>hello</html>")) {
                EtcdLink link = StubEndpoint.link(stub.url() + "," + server.endpoints(), "60s");
                assertThatThrownBy(() -> link.callOnce(PATH, KEY)).isInstanceOf(BackendException.class);
                assertThat(link.callOnce(PATH, KEY).revision()).isPositive();
                link.close();
            }
        }
    }

    @Test
    void watchGoesOnToTheNextEndpointWhereAProxyAnswers() throws Exception {
        EtcdServer server = EtcdFixture.server();
        try (StubEndpoint stub = StubEndpoint.start(502, "<html>bad gateway</html>")) {
            EtcdLink link = StubEndpoint.link(stub.url() + "," + server.endpoints(), "60s");
            Map<String, Object> watch = Map.of("create_request", KEY);
            assertThatThrownBy(() -> link.stream("/v3/watch", watch).close())
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("HTTP 502");
            link.stream("/v3/watch", watch).close();
            link.close();
        }
    }
}
