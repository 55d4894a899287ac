package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.TokenAnswer;
import io.distid.coordination.TokenStore;
import io.distid.coordination.TokenStoreProvider;
import io.distid.coordination.TokenUse;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.ConfigPairs;
import io.distid.testkit.Eventually;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** The common part of the tests of tokens: a subclass describes its store, and the tests reach it. */
abstract class IdempotencyTokensFixture extends PortContract<IdempotencyTokens> {
    /** A time longer than any pause of a busy machine. */
    static final Duration LONG = Duration.ofMinutes(10);

    static final Duration SHORT = Duration.ofMillis(200);
    static final byte[] REQUEST = bytes("POST /payments 100 EUR");
    static final byte[] OTHER_REQUEST = bytes("POST /payments 999 EUR");
    private static final AtomicInteger TOKENS = new AtomicInteger();

    /**
     * The store under test.
     *
     * @return the name of its provider
     */
    protected abstract String store();

    /**
     * Removes the record of a token, like a restored backup or a failover.
     *
     * @param key the token's key in the store: 64 hexadecimal digits
     * @throws Exception if it cannot be removed
     */
    protected abstract void loseRecord(String key) throws Exception;

    @Override
    final IdempotencyTokens open(Map<String, String> config) {
        return IdempotencyTokens.open(store(), config);
    }

    @Override
    final ConfigChecks<TokenStoreProvider> configChecks() {
        return new ConfigChecks<>(TokenStoreProvider.class, store(), config(), this::open);
    }

    final IdempotencyTokens openWith(String... settings) {
        return open(ConfigPairs.with(config(), settings));
    }

    /** Opens the store itself, with its own part of the settings. */
    final TokenStore openStore() {
        TokenStoreProvider provider = Providers.find(TokenStoreProvider.class, store());
        Map<String, String> own = new HashMap<>(config());
        own.keySet().retainAll(provider.keys().stream().map(ConfigKey::name).toList());
        return provider.open(IdConfig.of(provider, own));
    }

    static String newToken() {
        return "contract-" + TOKENS.incrementAndGet() + "-" + Long.toString(System.nanoTime(), 36);
    }

    static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** The key of a token in a store. */
    static String key(String token) {
        try {
            return HexFormat.of()
                    .formatHex(MessageDigest.getInstance("SHA-256").digest(token.getBytes(StandardCharsets.US_ASCII)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }

    static TokenUse begun(TokenAnswer answer) {
        assertThat(answer).as("answer to begin").isInstanceOf(TokenUse.class);
        return (TokenUse) answer;
    }

    /** Begins a use as soon as the deadline of the present use has passed. */
    static TokenUse beginAfterDeadline(IdempotencyTokens tokens, String token, byte[] request) {
        return (TokenUse) Eventually.await("a use after the deadline")
                .until(() -> tokens.begin(token, request, LONG), TokenUse.class::isInstance);
    }

    static void requireResult(TokenAnswer answer, byte @Nullable [] result) {
        assertThat(answer).as("answer to begin").isInstanceOf(TokenAnswer.Completed.class);
        assertThat(((TokenAnswer.Completed) answer).result()).as("result").isEqualTo(result);
    }

    static void requireRefused(TokenAnswer answer, Consumption reason) {
        assertThat(answer).as("answer to begin").isEqualTo(new TokenAnswer.Refused(reason));
    }

    /** Waits until a time has passed by the clock of any server. */
    static void pass(Duration time) throws InterruptedException {
        Thread.sleep(2 * time.toMillis());
    }
}
