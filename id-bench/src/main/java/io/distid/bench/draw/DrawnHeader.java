package io.distid.bench.draw;

import io.distid.Ordering;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * The header of a file of ids. Immutable.
 *
 * @param width words of an id: 1, or 2 for UUIDs
 * @param draw a random number that distinguishes two files from two copies of one
 * @param clockShift ns to add to the times in the file to get the time since 1970, by the node's clock at the start
 */
public record DrawnHeader(String strategy, String node, Ordering ordering, int width, long draw, long clockShift) {
    /** The length of the header in bytes. */
    public static final int LENGTH = 512;

    /** The first byte begins no positive number, and a transfer as text would change the line ends. */
    private static final byte[] MAGIC = {(byte) 0x89, 'i', 'd', 's', '\r', '\n', 0x1A, '\n'};

    private static final int VERSION = 1;
    private static final int MOST_TEXT = 100;

    /** Whether bytes are the beginning of such a file, even a truncated one; false if there is none. */
    public static boolean begins(byte[] bytes) {
        int length = Math.min(bytes.length, MAGIC.length);
        return length > 0 && Arrays.equals(bytes, 0, length, MAGIC, 0, length);
    }

    /** The header in a file: {@link #LENGTH} bytes. */
    ByteBuffer bytes() {
        ByteBuffer bytes = ByteBuffer.allocate(LENGTH).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(MAGIC).putInt(VERSION).putInt(width).putLong(draw).putLong(clockShift);
        for (String text : new String[] {strategy, node, ordering.name()}) {
            byte[] encoded = text.getBytes(StandardCharsets.UTF_8);
            if (encoded.length > MOST_TEXT) {
                throw new IllegalArgumentException("\"" + text + "\" is longer than " + MOST_TEXT + " bytes");
            }
            bytes.put((byte) encoded.length).put(encoded);
        }
        return bytes.rewind();
    }

    /**
     * Reads the first bytes of a file for which {@link #begins} holds. The message of an {@link
     * IllegalArgumentException} says what is wrong with them, and begins with a verb.
     */
    public static DrawnHeader of(byte[] bytes) {
        if (bytes.length < LENGTH) {
            throw new IllegalArgumentException("ends within its first " + LENGTH + " bytes: the copy is not whole");
        }
        ByteBuffer from = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).position(MAGIC.length);
        int version = from.getInt();
        if (version != VERSION) {
            throw new IllegalArgumentException(
                    "has version " + version + " of draw's format, and this id-bench reads version " + VERSION);
        }
        int width = from.getInt();
        long draw = from.getLong();
        long shift = from.getLong();
        if (width < 1 || width > 2) {
            throw new IllegalArgumentException("is damaged: its ids have " + width + " words");
        }
        try {
            return new DrawnHeader(text(from), text(from), Ordering.valueOf(text(from)), width, draw, shift);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException("is damaged in its first " + LENGTH + " bytes", e);
        }
    }

    private static String text(ByteBuffer from) {
        int length = from.get();
        if (length < 1 || length > MOST_TEXT) {
            throw new IllegalArgumentException("a text of " + length + " bytes");
        }
        byte[] encoded = new byte[length];
        from.get(encoded);
        return new String(encoded, StandardCharsets.UTF_8);
    }
}
