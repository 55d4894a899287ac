package io.distid.redis;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.IdempotencyTokens;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The example does what its README says. */
class PaymentServerTest {
    @Test
    void aHundredPostsOfOneKeyMakeOnePayment() throws Exception {
        try (IdempotencyTokens tokens = IdempotencyTokens.open(
                        "redis", RedisFixture.config(RedisFixture.server().url()));
                PaymentServer server = new PaymentServer(tokens)) {
            String key = PaymentServer.post(server.uri("/keys"), null, "").get().body();
            List<HttpResponse<String>> responses =
                    PaymentServer.postAtOnce(100, server.uri("/payments"), key, "100 EUR");
            assertThat(responses.stream().map(PaymentServer::shown))
                    .hasSize(100)
                    .containsOnly("201 payment 1 of 100 EUR");
            assertThat(server.payments()).isEqualTo(1);
            assertThat(PaymentServer.shown(PaymentServer.post(server.uri("/payments"), key, "999 EUR")
                            .get()))
                    .isEqualTo("422 key is FOREIGN");
            assertThat(PaymentServer.shown(PaymentServer.post(server.uri("/payments"), "made-up", "1 EUR")
                            .get()))
                    .isEqualTo("400 key is UNKNOWN");
            assertThat(PaymentServer.shown(PaymentServer.post(server.uri("/payments"), null, "1 EUR")
                            .get()))
                    .isEqualTo("400 no Idempotency-Key");
            assertThat(PaymentServer.shown(PaymentServer.post(server.uri("/payments"), "two words", "1 EUR")
                            .get()))
                    .startsWith("400 a token has 1 to 128 visible ASCII characters");
            assertThat(server.payments()).isEqualTo(1);
        }
    }

    @Test
    void exampleRuns() throws Exception {
        ByteArrayOutputStream printed = new ByteArrayOutputStream();
        // Not by System.out, which the tests of all classes that run beside this one share.
        PaymentServer.run(
                RedisFixture.config(RedisFixture.server().url()),
                new PrintStream(printed, true, StandardCharsets.UTF_8));
        assertThat(printed.toString(StandardCharsets.UTF_8))
                .contains("100 responses, all of them: [201 payment 1 of 100 EUR]")
                .contains("another amount: 422 key is FOREIGN")
                .contains("payments made: 1");
    }
}
