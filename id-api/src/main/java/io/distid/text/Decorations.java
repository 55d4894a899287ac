package io.distid.text;

/** The decorations of a text, the outermost first. */
final class Decorations {
    static final Decorations NONE = new Decorations();

    /** The most characters of a text: 128 binary digits with a date and the longest prefix. */
    static final int LONGEST = 200;

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

    /** The first characters of the buffer. */
    @SuppressWarnings("deprecation") // Wrong for bytes above 127, of which there are none; small enough to be inlined.
    static String text(byte[] buffer, int end) {
        return new String(buffer, 0, 0, end);
    }

    /** Writes all; returns the index after the last character. */
    int write(byte[] to) {
        if (this == NONE) {
            return 0;
        }
        for (Decoration item : items) {
            item.prepare();
        }
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
