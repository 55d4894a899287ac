package io.distid.worker;

import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;

/**
 * The words by which a store knows the holder of a record: another one with each write, so that of two copies of one process the second
 * to renew is refused.
 *
 * <p>A copy is made by a checkpoint (CRaC, CRIU) that is restored twice, or by a snapshot of a virtual machine. Both copies know the
 * same words; the first that renews replaces the one in the record with a word of its own, and the other's are then the words of nobody.
 * What both can issue between their start and their first renewal is what the bound at the time of the copy allows.
 *
 * <p>How a store uses it, in one atomic step: if the record has one of {@link #words()}, it gets {@link #next()} and the new bound. A
 * write whose answer was lost may have been carried out, so each word that was tried since the last {@link #confirmed} counts as the
 * holder's own. Each attempt has another: were it the same, the write of one copy would look to the other like its own, whose answer was
 * lost. For the same reason a word that was tried is not sent by another attempt; what is repeated within one attempt is answered as at
 * first.
 *
 * <p>After {@value #MOST_TRIED} attempts without a confirmation the last word is tried again and again. None is forgotten, or an outage
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

    /** Of a holder whose first word nobody had before. */
    public LeaseToken() {
        this(draw());
    }

    /**
     * Of a holder whose record has a word already.
     *
     * @param word from {@link #draw()}
     */
    public LeaseToken(String word) {
        this.current = word;
    }

    /**
     * A word that nobody had before, for what is written but once.
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
     * Begins an attempt: the word that the record is to have after it, and that counts as the holder's own from now on.
     *
     * @return another one at each call, but for the bound that is said above
     */
    public synchronized String next() {
        if (tried.size() >= MOST_TRIED) {
            return tried.get(tried.size() - 1);
        }
        String word = draw();
        List<String> more = new ArrayList<>(tried);
        more.add(word);
        tried = List.copyOf(more);
        return word;
    }

    /**
     * All words that the record can have while it is this holder's.
     *
     * @return {@link #current()}, and those that were tried since; not changed by what comes later
     */
    public synchronized List<String> words() {
        List<String> words = new ArrayList<>(tried);
        words.add(0, current);
        return List.copyOf(words);
    }

    /**
     * Whether a record with that word is this holder's.
     *
     * @param word as it was read
     * @return true for those of {@link #words()}
     */
    public synchronized boolean owns(String word) {
        return current.equals(word) || tried.contains(word);
    }

    /**
     * The store said that the record has this word. Those before it are nobody's.
     *
     * @param word from {@link #next()}
     */
    public synchronized void confirmed(String word) {
        current = word;
        tried = List.copyOf(tried.subList(tried.indexOf(word) + 1, tried.size()));
    }

    /** Asked for the first lease, and not at class load. */
    private static final class Source {
        static final SecureRandom RANDOM = new SecureRandom();
    }
}
