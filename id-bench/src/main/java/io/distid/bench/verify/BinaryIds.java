package io.distid.bench.verify;

import java.io.DataInputStream;
import java.io.IOException;
import java.io.InputStream;

/** Ids as bytes, the highest first: 8 each, or 16 for UUIDs. */
final class BinaryIds implements IdReader {
    private final String name;
    private final DataInputStream in;
    private final int width;
    private long count;
    /** Whether a UUID has come that is not two positive numbers: each has that bit by its variant (RFC 9562 section 4.1). */
    private boolean anyUuid;

    private long high;
    private long low;

    BinaryIds(String name, InputStream buffered, int width) {
        this.name = name;
        this.in = new DataInputStream(buffered);
        this.width = width;
    }

    @Override
    public boolean next() throws IOException {
        byte[] bytes = new byte[8 * width];
        int read = in.readNBytes(bytes, 0, bytes.length);
        if (read == 0) {
            requireUuids();
            return false;
        }
        if (read < bytes.length) {
            throw new BadInputException(
                    name + " ends with " + read + " bytes after id " + count + ": an id has " + bytes.length);
        }
        count++;
        high = width == 2 ? word(bytes, 0) : 0;
        low = word(bytes, 8 * (width - 1));
        anyUuid |= width == 2 && (high <= 0 || low <= 0);
        if (width == 1 && low <= 0) {
            throw new BadInputException(
                    name + ", id " + count + " is " + low + ": must be from 1 to " + Long.MAX_VALUE);
        }
        return true;
    }

    /** Refuses numbers of 8 bytes: read in pairs, they would hide repeats. */
    private void requireUuids() throws BadInputException {
        if (width == 2 && count > 0 && !anyUuid) {
            throw new BadInputException(name + " holds no UUID: the variant of RFC 9562 is in none of its " + count
                    + " ids of 16 bytes, as in none of " + 2 * count
                    + " numbers of 8 bytes; if it has those, leave --uuids out");
        }
    }

    private static long word(byte[] bytes, int from) {
        long word = 0;
        for (int i = from; i < from + 8; i++) {
            word = word << 8 | bytes[i] & 0xFF;
        }
        return word;
    }

    @Override
    public int width() {
        return width;
    }

    @Override
    public long high() {
        return high;
    }

    @Override
    public long low() {
        return low;
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
