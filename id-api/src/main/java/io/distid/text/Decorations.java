package io.distid.text;

import java.nio.charset.StandardCharsets;

/** The decorations of a text, the outermost first, and the buffer in which texts are put together. */
final class Decorations {
    static final Decorations NONE = new Decorations();

    /** Room for the longest text, kept by each thread so that encoding allocates nothing but the result. */
    private static final int LONGEST = 160;

    private static final ThreadLocal<byte[]> BUFFER = ThreadLocal.withInitial(() -> new byte[LONGEST]);

    private final Decoration[] items;
    private final int length;

    private Decorations(Decoration... items) {
        this.items = items;
        int sum = 0;
        for (Decoration item : items) {
            sum += item.length();
        }
        this.length = sum;
    }

    /** The same with one more at the front. */
    Decorations with(Decoration first, int formLength) {
        Decoration[] more = new Decoration[items.length + 1];
        more[0] = first;
        System.arraycopy(items, 0, more, 1, items.length);
        Decorations decorations = new Decorations(more);
        if (decorations.length + formLength > LONGEST) {
            throw new IllegalArgumentException("a text of " + (decorations.length + formLength)
                    + " characters is too long: prefixes and id may have " + LONGEST + " together");
        }
        return decorations;
    }

    int length() {
        return length;
    }

    static byte[] buffer() {
        return BUFFER.get();
    }

    static String text(byte[] buffer, int end) {
        return new String(buffer, 0, end, StandardCharsets.ISO_8859_1);
    }

    /** Writes all; returns the index after the last character. */
    int write(byte[] to) {
        int at = 0;
        for (Decoration item : items) {
            at = item.write(to, at);
        }
        return at;
    }

    /** Checks all; returns the index of the id's first character. */
    int read(String text) {
        int at = 0;
        for (Decoration item : items) {
            at = item.read(text, at);
        }
        return at;
    }
}
