package io.distid.internal.lease;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The tokens by which a store knows the holder of a record: another one with each write, so that of two copies of one process the second
 * to renew is refused.
 *
 * <p>A copy is made by a checkpoint (CRaC, CRIU) that is restored twice, or by a snapshot of a virtual machine. Both copies know the
 * same tokens; the first that renews replaces the one in the record with a token of its own, and those of the other are then nobody's.
 * What both can issue between their start and their first renewal is what the bound at the time of the copy allows.
 *
 * <p>How a store uses it, in one atomic step: if the record has one of {@link #tokens()}, it gets {@link #next()} and the new bound. A
 * write whose answer was lost may have been carried out, so each token that was tried since the last {@link #confirmed} counts as the
 * holder's own. Each attempt has another: were it the same, the write of one copy would look to the other like its own, whose answer was
 * lost. For the same reason a token that was tried is not sent by another attempt; what is repeated within one attempt is answered as at
 * first.
 *
 * <p>After {@value #MOST_TRIED} attempts without a confirmation the last token is tried again and again. None is forgotten, or an outage
 * could cost the lease; but of copies that are made in such an outage each can be renewed once, and one is refused only at its second
 * renewal. So it is with copies that are made in the midst of an attempt, of which each then makes an end.
 *
 * <p>Safe for use by a renewal and a release at the same time.
 */
public final class LeaseToken {
    private static final int BYTES = 12;
    private static final int MOST_TRIED = 64;

    private String current;
    /** Replaced and never changed, so that a copy of a process has its own. */
    private List<String> tried = List.of();

    /** Of a holder whose first token nobody had before. */
    public LeaseToken() {
        this(draw());
    }

    /**
     * Of a holder whose record has a token already.
     *
     * @param token from {@link #draw()}
     */
    public LeaseToken(String token) {
        this.current = token;
    }

    /**
     * A token that nobody had before, for what is written but once.
     *
     * @return letters and digits, 40 of them
     */
    public static String draw() {
        byte[] random = new byte[BYTES];
        Source.RANDOM.nextBytes(random);
        HexFormat hex = HexFormat.of();
        // With the times in it, by which two copies differ even if they draw the same random numbers.
        return hex.formatHex(random) + hex.toHexDigits(System.nanoTime() ^ System.currentTimeMillis() << 24);
    }

    /**
     * What the record has if no attempt since the last confirmation was carried out.
     *
     * @return letters and digits, 40 of them
     */
    public synchronized String current() {
        return current;
    }

    /**
     * Begins an attempt: the token that the record is to have after it, and that counts as the holder's own from now on.
     *
     * @return another one at each call, but for the bound that is said above
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

    /** Whether the next attempt would be given a token that was tried before. */
    public synchronized boolean isFull() {
        return tried.size() >= MOST_TRIED;
    }

    /** Makes room for another token, once the store has shown that the record has none of those that were tried. */
    public synchronized void forgetOldest() {
        tried = List.copyOf(tried.subList(1, tried.size()));
    }

    /**
     * All tokens that the record can have while it is this holder's.
     *
     * @return {@link #current()}, and those that were tried since; not changed by what comes later
     */
    public synchronized List<String> tokens() {
        List<String> all = new ArrayList<>(tried);
        all.add(0, current);
        return List.copyOf(all);
    }

    /**
     * Whether a record with that token is this holder's.
     *
     * @param token as it was read
     * @return true for those of {@link #tokens()}
     */
    public synchronized boolean owns(String token) {
        return current.equals(token) || tried.contains(token);
    }

    /**
     * The store said that the record has this token. Those before it are nobody's.
     *
     * @param token from {@link #next()}
     */
    public synchronized void confirmed(String token) {
        current = token;
        tried = List.copyOf(tried.subList(tried.indexOf(token) + 1, tried.size()));
    }

    /** Asked for the first lease, and not at class load. */
    private static final class Source {
        static final SecureRandom RANDOM = new SecureRandom();
    }
}
