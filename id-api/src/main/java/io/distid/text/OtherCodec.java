package io.distid.text;

import java.util.UUID;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.function.ToLongFunction;

/**
 * A form of another module. A form for numbers has no functions for UUIDs, and the other way round. Its {@link LongText} or {@link UuidText} calls
 * only its own kind.
 */
final class OtherCodec extends TextCodec {
    private static final int LONGEST = 128;

    private final int length;
    private final LongFunction<String> writeLong;
    private final ToLongFunction<String> readLong;
    private final Function<UUID, String> writeUuid;
    private final Function<String, UUID> readUuid;

    private OtherCodec(
            String name,
            int length,
            LongFunction<String> writeLong,
            ToLongFunction<String> readLong,
            Function<UUID, String> writeUuid,
            Function<String, UUID> readUuid) {
        super(name, length, length, false);
        if (length < 1 || length > LONGEST) {
            throw new IllegalArgumentException(
                    "the length of " + name + " is " + length + ": must be from 1 to " + LONGEST);
        }
        this.length = length;
        this.writeLong = writeLong;
        this.readLong = readLong;
        this.writeUuid = writeUuid;
        this.readUuid = readUuid;
    }

    static OtherCodec ofLongs(String name, int length, LongFunction<String> write, ToLongFunction<String> read) {
        return new OtherCodec(
                name,
                length,
                write,
                read,
                uuid -> {
                    throw ofOtherIds();
                },
                text -> {
                    throw ofOtherIds();
                });
    }

    static OtherCodec ofUuids(String name, int length, Function<UUID, String> write, Function<String, UUID> read) {
        return new OtherCodec(
                name,
                length,
                id -> {
                    throw ofOtherIds();
                },
                text -> {
                    throw ofOtherIds();
                },
                write,
                read);
    }

    @Override
    int write(long bits, byte[] to, int at) {
        return write(writeLong.apply(bits), to, at);
    }

    @Override
    int write(long high, long low, byte[] to, int at) {
        return write(writeUuid.apply(new UUID(high, low)), to, at);
    }

    @Override
    long readLong(String text, int from, int to) {
        return readLong.applyAsLong(text.substring(from, to));
    }

    @Override
    UUID readUuid(String text, int from, int to) {
        return readUuid.apply(text.substring(from, to));
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

    private static UnsupportedOperationException ofOtherIds() {
        return new UnsupportedOperationException("this form is for ids of the other kind");
    }
}
