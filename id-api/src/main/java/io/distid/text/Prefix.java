package io.distid.text;

import java.nio.charset.StandardCharsets;

/** A fixed text, such as {@code ord_}, that names the type of an id. */
record Prefix(String text, byte[] characters) implements Decoration {
    static final String PATTERN = "[A-Za-z0-9._~-]{1,63}";
    /** The characters that URLs need not escape. */
    static final String FORM = "1 to 63 ASCII letters, digits, dots, underscores, tildes or hyphens";

    static Prefix of(String text) {
        if (!text.matches(PATTERN)) {
            throw new IllegalArgumentException("prefix is \"" + text + "\": must be " + FORM);
        }
        return new Prefix(text, text.getBytes(StandardCharsets.ISO_8859_1));
    }

    @Override
    public int length() {
        return characters.length;
    }

    @Override
    public int write(byte[] to, int at) {
        System.arraycopy(characters, 0, to, at, characters.length);
        return at + characters.length;
    }

    @Override
    public int read(String whole, int from) {
        if (!whole.startsWith(text, from)) {
            throw new IllegalArgumentException(TextCodec.shown(whole) + " does not have the prefix \"" + text + "\"");
        }
        return from + characters.length;
    }
}
