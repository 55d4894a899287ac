package io.distid.coordination;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A store's half of idempotency tokens: one record for each token, and one atomic step for each change. {@link IdempotencyTokens} is the other half,
 * the same for all stores.
 *
 * <p>A record is <em>issued</em>, <em>begun</em> or <em>done</em>:
 *
 * <pre>{@code
 *   issued ── begin ──► begun ── complete ──► done
 *     │                 │   ▲ │                ▲
 *     │                 └───┘ │                │
 *     │    begin or consume, once the deadline passed
 *     └───── consume ─────────┴────────────────┘
 * }</pre>
 *
 * <p>A record names its request, the last attempt that changed it, and the fencing number of this attempt. A number is greater than all earlier
 * numbers of the record, whatever the store's clock says. If the record may have been lost, numbers begin at the store's time in µs. All times are by
 * the store's clock. A missing record was never made, or was removed after its time.
 *
 * <p>The answer to a step can be lost, and a step can be carried out twice. If the record already has the step's attempt, the store repeats its first
 * answer.
 *
 * <p>The store gets hashes of token and request, never the originals. Implementations are safe for use by any number of threads.
 */
public interface TokenStore extends AutoCloseable {

    /** The longest name of an attempt. */
    int LONGEST_ATTEMPT = 80;

    /** The {@link Use#request} of a use without a request. */
    String NO_REQUEST = "-";

    /** The answer to {@link #begin}. Immutable. */
    sealed interface Answer permits Begun, TokenAnswer.NotBegun {}

    /**
     * The caller may use the token until the deadline, and beyond it until another caller begins. Immutable.
     *
     * @param fence greater than every number that was granted for this token before; at least 1
     */
    record Begun(long fence) implements Answer {}

    /**
     * A use of a token. Immutable.
     *
     * @param key the token's hash: 64 hexadecimal digits
     * @param request the hash of the request, 64 hexadecimal digits, or {@link #NO_REQUEST}; the record must not belong to another
     * @param attempt the caller's attempt: letters, digits and hyphens, at most {@value #LONGEST_ATTEMPT} of them. Attempts that must not count as
     *     the same have different names.
     * @param unissued whether a missing record is made with this use, as if the token had been issued
     * @param keep how long the record is kept at least, after the last time that this use sets
     */
    record Use(String key, String request, String attempt, boolean unissued, Duration keep) {}

    /**
     * Makes the record of a token, unless there is one.
     *
     * @param use its request is the request that the token is for; {@link #NO_REQUEST} if the first use decides that
     * @return false if there is a record that another attempt made
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was made is unknown
     */
    boolean issue(Use use, Duration ttl);

    /**
     * Consumes the token, if it is issued or its deadline passed.
     *
     * @return {@link Consumption#ACCEPTED} to one attempt, however often that attempt asks
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was accepted is unknown
     */
    Consumption consume(Use use);

    /**
     * Begins a use, if the token is issued or its deadline passed. If this attempt began before, it gets a new deadline and keeps its number.
     *
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was begun is unknown
     */
    Answer begin(Use use, Duration lease);

    /**
     * Completes the token, if the attempt has begun and no other began since. Its deadline may have passed.
     *
     * @param completion the attempt that the record has from now on, so that a repeat is recognized. Two copies of the caller have one attempt, and
     *     the second copy is refused.
     * @param result what {@link #begin} answers from now on; null for none
     * @return false if the token is no longer the caller's; nothing was changed then
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it is done is unknown
     */
    boolean complete(Use use, long fence, String completion, byte @Nullable [] result);

    /**
     * Frees the token at once, if the attempt has begun, is not done, and no other began since. Otherwise nothing is changed.
     *
     * @throws io.distid.BackendException if the store does not answer in time, or refuses
     */
    void release(Use use, long fence);

    /**
     * The address, for messages.
     *
     * @return without any user information
     */
    @Override
    String toString();

    @Override
    void close();
}
