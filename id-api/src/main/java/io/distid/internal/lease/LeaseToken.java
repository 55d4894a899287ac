package io.distid.internal.lease;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The tokens that identify the holder of a record in a store. Each write has a new token. So if a process was copied, the second copy to renew is
 * refused.
 *
 * <p>A copy is made by a checkpoint (CRaC, CRIU) that is restored twice, or by a snapshot of a virtual machine. Both copies know the same tokens. The
 * first copy to renew replaces the token in the record by one that the other copy does not know. Between their start and their first renewal, both
 * can issue ids up to the bound at the time of the copy.
 *
 * <p>A store uses it in one atomic step: if the record has one of {@link #tokens()}, it gets {@link #next()} and the new bound. A write without an
 * answer may have been carried out, so each token that was sent since the last {@link #confirmed} counts as the holder's own. Each attempt has a new
 * token. If two attempts had one token, a copy would take the other copy's write for its own write with a lost answer. A repeat within one attempt
 * sends the same token and gets the same answer.
 *
 * <p>After {@value #MOST_TRIED} attempts without a confirmation, further attempts send the last token. No token is forgotten, since an outage could
 * then cost the lease. The price: copies that are made in such an outage can each be renewed once, and one is refused only at its second renewal. The
 * same holds for copies that are made amid an attempt and both finish it.
 *
 * <p>Safe for use by a renewal and a release at the same time.
 */
public final class LeaseToken {
    private static final int BYTES = 12;
    private static final int MOST_TRIED = 64;

    private String current;
    /** Replaced and never changed, so a reader keeps the list that it got. */
    private List<String> tried = List.of();

    /** The tokens of a holder with a new first token. */
    public LeaseToken() {
        this(draw());
    }

    /** The tokens of a holder whose record has a token already. */
    public LeaseToken(String token) {
        this.current = token;
    }

    /**
     * A new random token.
     *
     * @return letters and digits, 40 of them
     */
    public static String draw() {
        byte[] random = new byte[BYTES];
        Source.RANDOM.nextBytes(random);
        HexFormat hex = HexFormat.of();
        // The token contains the time, so two copies differ even if they draw the same random numbers.
        return hex.formatHex(random) + hex.toHexDigits(System.nanoTime() ^ System.currentTimeMillis() << 24);
    }

    /** The record's token if no attempt since the last confirmation was carried out. */
    public synchronized String current() {
        return current;
    }

    /**
     * Begins an attempt: returns the token to write. It counts as the holder's own from now on.
     *
     * @return a new token at each call, up to the limit above
     */
    public synchronized String next() {
        if (tried.size() >= MOST_TRIED) {
            return tried.get(tried.size() - 1);
        }
        String token = draw();
        List<String> more = new ArrayList<>(tried);
        more.add(token);
        tried = List.copyOf(more);
        return token;
    }

    /** Whether the next attempt would get a token that was sent before. */
    public synchronized boolean isFull() {
        return tried.size() >= MOST_TRIED;
    }

    /** Makes room for another token. To be called once the store has shown that the record has none of the sent tokens. */
    public synchronized void forgetOldest() {
        tried = List.copyOf(tried.subList(1, tried.size()));
    }

    /**
     * All tokens that the record can have while it is this holder's.
     *
     * @return {@link #current()}, and the tokens sent since; later calls do not change the list
     */
    public synchronized List<String> tokens() {
        List<String> all = new ArrayList<>(tried);
        all.add(0, current);
        return List.copyOf(all);
    }

    /** Whether a record with that token is this holder's. */
    public synchronized boolean owns(String token) {
        return current.equals(token) || tried.contains(token);
    }

    /** The store confirmed that the record has this token. Earlier tokens no longer count. */
    public synchronized void confirmed(String token) {
        current = token;
        tried = List.copyOf(tried.subList(tried.indexOf(token) + 1, tried.size()));
    }

    /** A holder class, so that SecureRandom is created with the first token and not at class load. */
    private static final class Source {
        static final SecureRandom RANDOM = new SecureRandom();
    }
}
