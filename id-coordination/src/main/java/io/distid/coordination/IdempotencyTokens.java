package io.distid.coordination;

import io.distid.BackendException;
import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.StoreRegressedException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.text.TextConfig;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;

/**
 * Tokens of one store, opened by the store's name. One request uses each token, however many processes share the store.
 *
 * <p>There are two orders. {@link #consume(String) Consume} first, then act: exactly one caller is accepted and acts at most once. After a crash the
 * action is not done. Or {@link #begin(String) begin}, act, then {@linkplain TokenUse#complete(byte[]) complete}. After a crash another caller can
 * begin once the deadline passed. A repeated request gets the kept result.
 *
 * <p>A token belongs to the request that it was issued for, or else to the request of its first use. A use without a request counts as a request of
 * its own. Other requests are refused.
 *
 * <p>Settings are looked up in this order: what the caller passes, system property {@code distid.token.<store>.<key>}, environment
 * {@code DISTID_TOKEN_<STORE>_<KEY>}, the key's default.
 *
 * <p>A token may be a secret. Stores, messages and logs show its SHA-256, or the beginning of it, and never the token itself.
 *
 * <p>Safe for use by any number of threads. Each call is one round trip.
 * A store may need more. MySQL takes a second trip if nothing is accepted, begun, completed or issued. It takes one more to consume or begin with
 * {@code client-made=true}, which makes three. It takes some more to remove an old record first. No call waits for another caller.
 *
 * @see <a href="https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/">The Idempotency-Key HTTP Header Field</a>
 */
public final class IdempotencyTokens implements AutoCloseable {
    private final TokenCalls calls;
    private final CallCounter counter = new CallCounter();

    IdempotencyTokens(TokenStore store, LeaseClock clock, IdGenerator ids, TokenSettings settings) {
        this.calls = new TokenCalls(store, clock, ids, settings);
    }

    /**
     * Opens a store with the settings of the environment and the defaults, as {@link #open(String, Map)}.
     *
     * @param store its name, such as {@code redis}
     */
    public static IdempotencyTokens open(String store) {
        return open(store, Map.of());
    }

    /**
     * Opens a store.
     *
     * @param store its name, such as {@code redis}
     * @param settings its settings; they win over system properties and the environment
     * @throws io.distid.ConfigException if the name or a key is unknown, or a value is missing, malformed or out of range
     * @throws io.distid.IdException if the store does not answer or refuses, or the strategy of the tokens cannot be made ready
     */
    public static IdempotencyTokens open(String store, Map<String, String> settings) {
        return open(Providers.find(TokenStoreProvider.class, store), settings);
    }

    /**
     * Opens the store of a provider.
     *
     * @param provider of the store
     * @param settings its settings; they win over system properties and the environment
     * @throws io.distid.ConfigException if a key is unknown, or a value is missing, malformed or out of range
     * @throws io.distid.IdException if the store does not answer or refuses, or the strategy of the tokens cannot be made ready
     */
    public static IdempotencyTokens open(TokenStoreProvider provider, Map<String, String> settings) {
        IdConfig config = IdConfig.of(provider, keys(provider), settings);
        TokenSettings common = TokenSettings.of(config);
        IdGenerator ids = TextConfig.open(config, "strategy");
        try {
            return new IdempotencyTokens(provider.open(config), LeaseClock.SYSTEM, ids, common);
        } catch (RuntimeException | Error e) {
            ids.close();
            throw e;
        }
    }

    /**
     * All keys that a store can be opened with: those of tokens, which all stores have, and its own.
     *
     * @param provider of the store
     * @return in the order they should be read
     */
    public static List<ConfigKey> keys(TokenStoreProvider provider) {
        List<ConfigKey> keys = new ArrayList<>(TokenSettings.KEYS);
        keys.addAll(provider.keys());
        return List.copyOf(keys);
    }

    /**
     * A new token, for the first request that uses it. No other caller gets it. If a copy of this process is noticed before the store's answer,
     * another token is drawn.
     *
     * @return an id of the strategy, as its {@code text} has it
     * @throws BackendException if the store does not answer in time, or refuses; nobody gets a token that was made then. Also if, at each of several
     *     attempts, the process may have been copied or a clock was set
     * @throws io.distid.IdException if the strategy gives no id
     * @throws StoreRegressedException if the strategy repeats ids that are tokens already
     * @throws IllegalStateException if the tokens are closed
     */
    public String issue() {
        return counted(() -> calls.issue(null));
    }

    /**
     * A new token for one request.
     *
     * @param request what distinguishes it from other requests, such as its user and purpose
     * @return as {@link #issue()}
     * @throws BackendException as there
     */
    public String issue(byte[] request) {
        return counted(() -> calls.issue(request.clone()));
    }

    /**
     * Consumes a token, without a request.
     *
     * @param token as it was issued, or made by a client
     * @return {@link Consumption#ACCEPTED} to exactly one caller of all processes
     * @throws IllegalArgumentException if it has not 1 to 128 visible ASCII characters
     * @throws BackendException if the store does not answer in time, or refuses. If the token was consumed then, the next consume of this request in
     *     this process is accepted, unless the process may have been copied in between. Also if the process may have been copied, or a clock was set,
     *     during the call: then the token is consumed, and nobody is accepted.
     * @throws io.distid.InterruptedIdException as above, if the thread is interrupted
     * @throws IllegalStateException if the tokens are closed
     */
    public Consumption consume(String token) {
        return counted(() -> calls.consume(TokenHash.key(token), TokenStore.NO_REQUEST));
    }

    /**
     * Consumes a token.
     *
     * @param token as it was issued, or made by a client
     * @param request what distinguishes this request from others
     * @return as {@link #consume(String)}
     * @throws BackendException as there
     */
    public Consumption consume(String token, byte[] request) {
        return counted(() -> calls.consume(TokenHash.key(token), TokenHash.request(token, request)));
    }

    /**
     * Begins to use a token, without a request.
     *
     * @param token as it was issued, or made by a client
     * @return a {@link TokenUse} to one caller of all processes until the deadline, and to none once it is completed
     * @throws IllegalArgumentException if it has not 1 to 128 visible ASCII characters
     * @throws BackendException if the store does not answer in time, or refuses, or answers after the end of the lease. If the use began in the
     *     store, the next begin of this request in this process takes it over, unless the process may have been copied in between. Others can begin
     *     after the deadline. Also if the process was copied during the call: then nobody has begun, and others can begin after the deadline.
     * @throws io.distid.InterruptedIdException as above, if the thread is interrupted
     * @throws IllegalStateException if the tokens are closed
     */
    public TokenAnswer begin(String token) {
        return counted(() -> calls.begin(TokenHash.key(token), TokenStore.NO_REQUEST, calls.settings.lease()));
    }

    /**
     * Begins to use a token.
     *
     * @param token as it was issued, or made by a client
     * @param request what distinguishes this request from others
     * @return as {@link #begin(String)}
     * @throws BackendException as there
     */
    public TokenAnswer begin(String token, byte[] request) {
        return counted(
                () -> calls.begin(TokenHash.key(token), TokenHash.request(token, request), calls.settings.lease()));
    }

    /**
     * Begins to use a token, with a deadline of its own.
     *
     * @param token as it was issued, or made by a client
     * @param request what distinguishes this request from others
     * @param lease until the deadline: 100 ms to 1 day
     * @return as {@link #begin(String)}
     * @throws BackendException as there
     * @throws IllegalArgumentException as there, and if the lease is not within its range
     */
    public TokenAnswer begin(String token, byte[] request, Duration lease) {
        FencedLocks.requireLease("a token", lease);
        return counted(() -> calls.begin(TokenHash.key(token), TokenHash.request(token, request), lease));
    }

    /** Counts of the calls that issue, consume and begin. Does not ask the store. */
    public CallStats stats() {
        return counter.stats(calls.closed);
    }

    private <T> T counted(Supplier<T> call) {
        try {
            T answer = call.get();
            counter.succeeded();
            return answer;
        } catch (IdException e) {
            counter.failed();
            throw e;
        }
    }

    /** Closes the connections of the store and the generator of the tokens. Another caller can begin a token that is in use after its deadline. */
    @Override
    public void close() {
        calls.close();
    }

    /** The store's address, without any user information. */
    @Override
    public String toString() {
        return calls.toString();
    }

    TokenCalls calls() {
        return calls;
    }
}
