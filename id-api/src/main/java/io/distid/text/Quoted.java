package io.distid.text;

import java.util.UUID;

/** Another form in double quotes. None of the forms has a character that JSON would escape. */
final class Quoted extends TextCodec {
    private final TextCodec form;

    Quoted(TextCodec form) {
        super("json", form.longLength() + 2, form.uuidLength() + 2, form.sorts());
        this.form = form;
    }

    @Override
    int longLength(int bits) {
        return form.longLength(bits) + 2;
    }

    @Override
    int write(long bits, byte[] to, int at) {
        to[at] = '"';
        return close(to, form.write(bits, to, at + 1));
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        to[at] = '"';
        return close(to, form.write(high, low, to, at + 1));
    }

    @Override
    long readLong(String text, int from, int to) {
        requireQuotes(text, from, to);
        return form.readLong(text, from + 1, to - 1);
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        requireQuotes(text, from, to);
        return form.readUuid(text, from + 1, to - 1);
    }

    private static int close(byte[] to, int at) {
        to[at] = '"';
        return at + 1;
    }

    private void requireQuotes(String text, int from, int to) {
        if (to - from < 2) {
            throw wrongLength(text, from, to, "2 double quotes at least");
        }
        if (text.charAt(from) != '"') {
            throw wrongCharacter(text, from, "a double quote");
        }
        if (text.charAt(to - 1) != '"') {
            throw wrongCharacter(text, to - 1, "a double quote");
        }
    }
}
