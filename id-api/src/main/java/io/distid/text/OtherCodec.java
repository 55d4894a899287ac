package io.distid.text;

import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/** A form of another module, for numbers or for UUIDs. A number is passed as the lower half of a UUID. */
final class OtherCodec extends TextCodec {
    private static final int LONGEST = 128;

    private final int length;
    private final Function<UUID, String> write;
    private final Function<String, UUID> read;

    private OtherCodec(String name, int length, Function<UUID, String> write, Function<String, UUID> read) {
        super(name, length, length, false);
        if (length < 1 || length > LONGEST) {
            throw new IllegalArgumentException(
                    "the length of " + name + " is " + length + ": must be from 1 to " + LONGEST);
        }
        this.length = length;
        this.write = write;
        this.read = read;
    }

    static OtherCodec ofLongs(String name, int length, LongFunction<String> write, ToLongFunction<String> read) {
        return new OtherCodec(
                name,
                length,
                uuid -> write.apply(uuid.getLeastSignificantBits()),
                text -> new UUID(0, read.applyAsLong(text)));
    }

    static OtherCodec ofUuids(String name, int length, Function<UUID, String> write, Function<String, UUID> read) {
        return new OtherCodec(name, length, write, read);
    }

    @Override
    int write(long bits, byte[] to, int at) {
        return write(0, bits, to, at);
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        return write(write.apply(new UUID(high, low)), to, at);
    }

    @Override
    long readLong(String text, int from, int to) {
        return readUuid(text, from, to).getLeastSignificantBits();
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        return read.apply(text.substring(from, to));
    }

    private int write(String text, byte[] to, int at) {
        if (text.isEmpty() || text.length() > length) {
            throw new IllegalStateException(
                    this + " made " + shown(text) + ": must have 1 to " + length + " characters");
        }
        for (int i = 0; i < text.length(); i++) {
            char c = text.charAt(i);
            if (c <= ' ' || c > '~') {
                throw wrongCharacter(text, i, "printable ASCII");
            }
            to[at + i] = (byte) c;
        }
        return at + text.length();
    }
}
