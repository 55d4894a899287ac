package io.distid.coordination;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * A store's half of idempotency tokens: a record for each, moved by one atomic step each. {@link IdempotencyTokens} is the other half, the
 * same for all stores.
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
 * <p>It has the request that it belongs to, the attempt that moved it last, and the fencing number of that attempt. A number is greater than
 * all before it in the record, whatever the store's clock says; where the record may have been lost, it begins at the store's time in µs. All
 * times are by the store's clock. A record of which nothing is known is one that was never made, or was forgotten after its time.
 *
 * <p>Each step can be carried out and its answer be lost, and each can be carried out twice. A step with the attempt that the record has
 * answers as it did at first.
 *
 * <p>The store is given no token and no request, but hashes of both. Implementations are safe for use by any number of threads.
 */
public interface TokenStore extends AutoCloseable {

    /** The longest name of an attempt. */
    int LONGEST_ATTEMPT = 80;

    /** What {@link Use#request} is of a use that tells no request. */
    String NO_REQUEST = "-";

    /** What the answer to {@link #begin} is. Immutable. */
    sealed interface Answer permits Begun, TokenAnswer.NotBegun {}

    /**
     * The token is the caller's until the deadline, and beyond it until another begins. Immutable.
     *
     * @param fence greater than every number that was granted for this token before; at least 1
     */
    record Begun(long fence) implements Answer {}

    /**
     * A use of a token. Immutable.
     *
     * @param key the token's hash: 64 hexadecimal digits
     * @param request the hash of the request, 64 hexadecimal digits, or {@link #NO_REQUEST}; the record must not belong to another
     * @param attempt of the caller: letters, digits and hyphens, at most {@value #LONGEST_ATTEMPT} of them; another one for each that must not count as the same
     * @param unissued whether a token without a record is made with this use, as if it had been issued
     * @param keep how long the record is kept at least, after the end of what this use sets
     */
    record Use(String key, String request, String attempt, boolean unissued, Duration keep) {}

    /**
     * Makes the record of a token, unless there is one.
     *
     * @param use of which the request is that which the token is for; {@link #NO_REQUEST} if that is settled by its first use
     * @param ttl how long it can be used from now
     * @return false if there is a record that another attempt made
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was made is unknown
     */
    boolean issue(Use use, Duration ttl);

    /**
     * Has the token done, if it is issued, or its deadline passed.
     *
     * @param use of which token, by whom
     * @return {@link Consumption#ACCEPTED} to one attempt, however often that asks
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was accepted is unknown
     */
    Consumption consume(Use use);

    /**
     * Begins, if the token is issued, or its deadline passed. If this attempt began before, its deadline is set anew, and its number stays.
     *
     * @param use of which token, by whom
     * @param lease until the deadline
     * @return what it is
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it was begun is unknown
     */
    Answer begin(Use use, Duration lease);

    /**
     * Has the token done, if the attempt has begun and no other began since; its deadline may have passed.
     *
     * @param use by whom it was begun
     * @param fence as it was granted
     * @param completion the attempt that the record has from now on, by which a repeat is known; so of two copies of the caller, which
     *     have one attempt, the second is refused
     * @param result what {@link #begin} answers from now on; null for none
     * @return false if it is not the caller's any more; nothing was changed then
     * @throws io.distid.BackendException if the store does not answer in time, or refuses; whether it is done is unknown
     */
    boolean complete(Use use, long fence, String completion, byte @Nullable [] result);

    /**
     * Ends the deadline, if the attempt has begun, is not done, and no other began since. Else nothing is changed.
     *
     * @param use by whom it was begun
     * @param fence as it was granted
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
