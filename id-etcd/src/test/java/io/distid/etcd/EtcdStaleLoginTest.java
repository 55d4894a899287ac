package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpExchange;
import io.distid.BackendException;
import io.distid.spi.IdConfig;
import io.distid.spi.Secret;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What versions of etcd answer to a log-in that is older than a change of users or roles, in the words and the form of their gateways. */
class EtcdStaleLoginTest {
    private static final String OLD = "etcdserver: revision of auth store is old";
    private static final String OLDER = "auth: revision in header is old";
    private static final String ANSWER =
            "{\"header\":{\"cluster_id\":\"7\",\"member_id\":\"7\",\"revision\":\"5\",\"raft_term\":\"2\"}}";

    private final AtomicInteger logIns = new AtomicInteger();
    private final AtomicInteger refusals = new AtomicInteger();

    static Stream<Arguments> answers() {
        return Stream.of(
                answer("3.4.23, 3.5.9", 400, "{\"error\":\"" + OLD + "\",\"code\":3,\"message\":\"" + OLD + "\"}"),
                answer("3.6", 400, "{\"code\":3, \"message\":\"" + OLD + "\", \"details\":[]}"),
                answer("before", 500, "{\"error\":\"" + OLDER + "\",\"code\":2,\"message\":\"" + OLDER + "\"}"),
                answer("before, as an argument", 400, "{\"error\":\"" + OLDER + "\",\"code\":3}"),
                answer("a simple token", 401, "{\"error\":\"etcdserver: invalid auth token\",\"code\":16}"));
    }

    private static Arguments answer(String version, int status, String body) {
        return Arguments.of(Named.of(version, status), body);
    }

    @ParameterizedTest
    @MethodSource("answers")
    void callLogsInAgainAndIsRepeatedOnce(int status, String body) throws Exception {
        try (StubEndpoint stub = StubEndpoint.start(exchange -> answer(exchange, 2, status, body))) {
            EtcdLink link = link(stub);
            assertThat(link.call("/v3/kv/range", Map.of("key", "")).revision()).isEqualTo(5);
            assertThat(link.call("/v3/kv/range", Map.of("key", "")).revision()).isEqualTo(5);
            assertThat(logIns).as("log-ins").hasValue(2);
            assertThat(refusals).as("refusals").hasValue(1);
            link.close();
        }
    }

    @ParameterizedTest
    @MethodSource("answers")
    void callThatIsRefusedAgainIsNotRepeatedForEver(int status, String body) throws Exception {
        try (StubEndpoint stub = StubEndpoint.start(exchange -> answer(exchange, 1_000, status, body))) {
            EtcdLink link = link(stub);
            assertThatThrownBy(() -> link.call("/v3/kv/range", Map.of("key", "")))
                    .isInstanceOf(BackendException.class)
                    .hasMessageContaining("refused");
            assertThat(refusals).as("refusals").hasValue(2);
            link.close();
        }
    }

    /** Of several calls that are refused at once, the second must not throw away what the first has logged in for. */
    @Test
    void logInThatAnotherCallHasReplacedIsKept() throws Exception {
        EtcdLogin login = new EtcdLogin("alice", new Secret("secret"));
        EtcdLogin.Request request = json -> new EtcdAnswer(Map.of("token", "token-" + logIns.incrementAndGet()), 0);
        String first = login.token(request);
        login.forget(first);
        String second = login.token(request);
        login.forget(first);
        assertThat(login.token(request)).isEqualTo(second);
    }

    /** Accepts the log-ins from a given one on. */
    private void answer(HttpExchange exchange, int accepted, int status, String body) throws IOException {
        if (exchange.getRequestURI().getPath().equals("/v3/auth/authenticate")) {
            StubEndpoint.answer(exchange, 200, "{\"token\":\"" + logIns.incrementAndGet() + "\"}");
        } else if (Integer.parseInt(exchange.getRequestHeaders().getFirst("Authorization")) >= accepted) {
            StubEndpoint.answer(exchange, 200, ANSWER);
        } else {
            refusals.incrementAndGet();
            StubEndpoint.answer(exchange, status, body);
        }
    }

    private static EtcdLink link(StubEndpoint stub) {
        return new EtcdLink(IdConfig.of(
                new EtcdLockStoreProvider(),
                Map.of("endpoints", stub.url(), "timeout", "30s", "user", "alice", "password", "secret")));
    }
}
