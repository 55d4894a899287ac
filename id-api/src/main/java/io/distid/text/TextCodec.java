package io.distid.text;

import java.util.UUID;

/** How a number becomes characters, and back. Holds no state; allocates nothing but a decoded UUID, and, if it is lenient, the text that it reads. */
abstract class TextCodec {
    /** How many characters of a refused text a message shows. */
    private static final int SHOWN = 80;

    private final String name;
    private final int longLength;
    private final int uuidLength;
    private final boolean sorts;

    TextCodec(String name, int longLength, int uuidLength, boolean sorts) {
        this.name = name;
        this.longLength = longLength;
        this.uuidLength = uuidLength;
        this.sorts = sorts;
    }

    /** The strict form of this form. */
    TextCodec strict() {
        return this;
    }

    /** The most characters for 64 bits. */
    final int longLength() {
        return longLength;
    }

    /** The most characters for numbers of so many bits, from 1 to 63. Forms of one length have that for all. */
    int longLength(int bits) {
        return longLength;
    }

    /** The most characters for 128 bits. */
    final int uuidLength() {
        return uuidLength;
    }

    /** Whether texts sort as the unsigned numbers do. */
    final boolean sorts() {
        return sorts;
    }

    /** Writes 64 bits as an unsigned number; returns the index after the last character. */
    abstract int write(long bits, byte[] to, int at);

    /** Writes 128 bits as an unsigned number; returns the index after the last character. */
    abstract int write(long high, long low, byte[] to, int at);

    /** Reads 64 bits. */
    abstract long readLong(String text, int from, int to);

    /** Reads 128 bits. */
    abstract UUID readUuid(String text, int from, int to);

    final void requireExactly(String text, int from, int to, int length) {
        if (to - from != length) {
            throw wrongLength(text, from, to, String.valueOf(length));
        }
    }

    /** The error for a text of a wrong length. */
    final IllegalArgumentException wrongLength(String text, int from, int to, String allowed) {
        return refused(text, "has " + (to - from) + " characters" + where(from) + ": must have " + allowed);
    }

    /** The error for a text with a character outside of the alphabet. */
    final IllegalArgumentException wrongCharacter(String text, int from, int to, Alphabet alphabet) {
        int at = from;
        while (at < to - 1 && alphabet.digit(text.charAt(at)) >= 0) {
            at++;
        }
        return wrongCharacter(text, at, alphabet.toString());
    }

    final IllegalArgumentException wrongCharacter(String text, int at, String allowed) {
        char c = text.charAt(at);
        String shown = c > ' ' && c < 127 ? "'" + c + "'" : String.format("U+%04X", (int) c);
        return refused(text, "has " + shown + " at index " + at + ": must be " + allowed);
    }

    /** The error for a text whose number has too many bits. */
    final IllegalArgumentException overflow(String text, int bits) {
        return refused(text, "is above 2^" + bits + " - 1, the greatest id of " + bits + " bits");
    }

    /** The error for a text whose last character holds bits that belong to no byte. */
    final IllegalArgumentException nonZeroEnd(String text, int to, int slack) {
        return refused(text, "ends in '" + text.charAt(to - 1) + "', whose low " + slack + " bits are not 0");
    }

    final IllegalArgumentException refused(String text, String why) {
        return new IllegalArgumentException(shown(text) + " is no " + name + " text: it " + why);
    }

    /** A text in quotes, as far as messages show it. */
    static String shown(String text) {
        return "\"" + (text.length() <= SHOWN ? text : text.substring(0, SHOWN) + "...") + "\"";
    }

    @Override
    public final String toString() {
        return name;
    }

    private static String where(int from) {
        return from == 0 ? "" : " from index " + from;
    }
}
