package io.distid.bench.verify;

import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;

/** Ids as bytes, the highest first: 8 each, or 16 for UUIDs. */
final class BinaryIds extends IdReader {
    private final InputStream in;
    private final byte[] bytes;
    /** Whether a UUID has come that is not two positive numbers: each has that bit by its variant (RFC 9562 section 4.1). */
    private boolean anyUuid;

    BinaryIds(String name, InputStream buffered, int width) {
        super(name);
        this.in = buffered;
        this.width = width;
        this.bytes = new byte[8 * width];
    }

    @Override
    boolean next() throws IOException {
        int read = in.readNBytes(bytes, 0, bytes.length);
        if (read == 0) {
            requireUuids();
            return false;
        }
        if (read < bytes.length) {
            throw new BadInputException(
                    name + " ends with " + read + " bytes after id " + count + ": an id has " + bytes.length);
        }
        ByteBuffer words = ByteBuffer.wrap(bytes);
        set(width == 2 ? words.getLong() : 0, words.getLong());
        anyUuid |= high <= 0 || low <= 0;
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

    @Override
    public void close() throws IOException {
        in.close();
    }
}
