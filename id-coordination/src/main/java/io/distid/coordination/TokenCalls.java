package io.distid.coordination;

import io.distid.BackendException;
import io.distid.IdGenerator;
import io.distid.StoreRegressedException;
import io.distid.internal.process.CopyDetector;
import java.time.Duration;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The calls to a token store, by attempts. If an answer was lost, the next caller with the same use repeats the call. An answer that a copy of the
 * process may have received, too, belongs to no caller. Safe for use by any number of threads.
 */
final class TokenCalls {
    private static final int MOST_DRAWN = 8;

    final TokenStore store;
    final LeaseClock clock;
    private final IdGenerator ids;
    final TokenSettings settings;
    private final CopyDetector copies = CopyDetector.system();
    private final TokenAttempts attempts;
    volatile boolean closed;

    /**
     * Calls that have not begun.
     *
     * @param ids the generator whose texts are the tokens; closed with the store
     */
    TokenCalls(TokenStore store, LeaseClock clock, IdGenerator ids, TokenSettings settings) {
        this.store = store;
        this.clock = clock;
        this.ids = ids;
        this.settings = settings;
        this.attempts = new TokenAttempts(copies, clock);
    }

    /** A new token, for one request, or for any request if that is null. */
    String issue(byte @Nullable [] request) {
        requireOpen();
        boolean copied = false;
        for (int drawn = 0; drawn < MOST_DRAWN; drawn++) {
            // Made before the token is drawn: a copy made between that and the answer sends the same request and gets
            // the same answer.
            TokenAttempts.Attempt attempt = attempts.fresh();
            String token = ids.nextText();
            String key = TokenHash.key(token);
            String hash = request == null ? TokenStore.NO_REQUEST : TokenHash.request(token, request);
            if (store.issue(use(key, hash, attempt), settings.ttl())) {
                if (!attempts.isCopied(attempt)) {
                    return token;
                }
                copied = true;
            }
        }
        if (copied) {
            throw new BackendException(
                    "no token of " + store + " is issued: this process may have been copied, or a clock was set,"
                            + " while the store was asked. A copy may have issued the same token. This was tried "
                            + MOST_DRAWN
                            + " times in a row");
        }
        throw new StoreRegressedException("the strategy of the tokens of " + store + " gave " + MOST_DRAWN
                + " ids in a row that are tokens already: did its own store go back, or do clients guess its ids (see strategy and"
                + " client-made)?");
    }

    Consumption consume(String key, String request) {
        requireOpen();
        TokenAttempts.Asked asked = new TokenAttempts.Asked(TokenAttempts.Kind.CONSUME, key, request);
        TokenAttempts.Attempt attempt = attempts.of(asked);
        Consumption answer = answered(asked, attempt, () -> store.consume(use(key, request, attempt)));
        // A copy made during the call sends the same request again and gets the same answer.
        if (answer == Consumption.ACCEPTED && attempts.isCopied(attempt)) {
            throw new BackendException(
                    describe(key) + " is consumed, but not accepted: this process may have been copied"
                            + " meanwhile, or a clock was set, and a copy may have had the same answer");
        }
        return answer;
    }

    TokenAnswer begin(String key, String request, Duration lease) {
        requireOpen();
        TokenAttempts.Asked asked = new TokenAttempts.Asked(TokenAttempts.Kind.BEGIN, key, request);
        TokenAttempts.Attempt attempt = attempts.of(asked);
        TokenStore.Use use = use(key, request, attempt);
        LeaseClock.Moment before = clock.now();
        TokenStore.Answer answer = answered(asked, attempt, () -> store.begin(use, lease));
        if (answer instanceof TokenAnswer.NotBegun other) {
            return other;
        }
        // Uses the copy count from before the attempt was made: a later copy of the process has the same number.
        Lease granted = Lease.of(before, lease);
        TokenUse begun = new TokenUse(this, use, ((TokenStore.Begun) answer).fence(), granted, attempt.copies());
        if (attempt.copies() != copies()) {
            throw new BackendException(begun
                    + " was begun, but is not granted: this process was copied meanwhile, and a copy may have had"
                    + " the same answer; others can begin after its lease of " + lease.toMillis() + " ms");
        }
        if (begun.remaining().isZero()) {
            attempts.unanswered(asked, attempt);
            throw new BackendException(begun + " was begun, but " + granted.endedBeforeAnswer(clock));
        }
        return begun;
    }

    /** Keeps an attempt that failed in any way, since the store may have carried it out. */
    private <T> T answered(TokenAttempts.Asked asked, TokenAttempts.Attempt attempt, Supplier<T> call) {
        try {
            return call.get();
        } catch (RuntimeException | Error e) {
            attempts.unanswered(asked, attempt);
            throw e;
        }
    }

    private TokenStore.Use use(String key, String request, TokenAttempts.Attempt attempt) {
        return new TokenStore.Use(key, request, attempt.name(), settings.clientMade(), settings.keep());
    }

    void requireOpen() {
        if (closed) {
            throw new IllegalStateException("the tokens of " + store + " are closed");
        }
    }

    String describe(String key) {
        return TokenHash.shown(key) + " of " + store;
    }

    /** A number that changes when the process is copied. */
    int copies() {
        return copies.checkpoints();
    }

    void close() {
        closed = true;
        try {
            ids.close();
        } finally {
            store.close();
        }
    }

    /** The store's address. */
    @Override
    public String toString() {
        return store.toString();
    }
}
