package io.distid.bench.verify;

import io.distid.uuid.Uuids;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.UUID;

/**
 * Ids as text, one a line: decimal, or UUIDs; or as the first column of CSV, which line 1 calls {@code id}. A line that is too long to be an
 * id is not read to its end. Each line must have a line end, the last one, too.
 */
final class TextIds extends IdReader {
    private static final int LONGEST = 64;

    private final InputStream in;
    private final boolean csv;
    private final byte[] buffer = new byte[64 << 10];
    private final byte[] line = new byte[LONGEST];
    private int filled;
    private int at;
    private int columns;
    private int commas;
    private int digits;
    private boolean padded;
    private boolean differ;

    TextIds(String name, InputStream in, boolean csv) {
        super(name);
        this.in = in;
        this.csv = csv;
    }

    @Override
    boolean next() throws IOException {
        int length = line();
        if (length >= 0 && csv && count == 1) {
            if (!new String(line, 0, length, StandardCharsets.UTF_8).equals("id")) {
                throw bad(length, "does not begin with the title of a column \"id\"");
            }
            columns = commas;
            length = line();
        }
        if (length < 0) {
            return false;
        }
        if (commas != columns) {
            throw new BadInputException(name + ", line " + count + " has " + (commas + 1) + " columns, and line 1 has "
                    + (columns + 1) + ": the copy may not be whole");
        }
        if (length == 36) {
            uuid(length);
        } else {
            decimal(length);
        }
        return true;
    }

    /** Reads a line, and keeps the part before the first comma in CSV. */
    private int line() throws IOException {
        int length = 0;
        int read = readBehindMark();
        if (read < 0) {
            return -1;
        }
        count++;
        commas = 0;
        for (; read >= 0 && read != '\n'; read = read()) {
            commas += csv && read == ',' ? 1 : 0;
            if (commas > 0) {
                continue;
            }
            if (length == LONGEST) {
                throw bad(length, "is longer than any id");
            }
            line[length++] = (byte) read;
        }
        if (read < 0) {
            // A file truncated within its last id ends like this, and half an id is a number, too.
            throw new BadInputException(
                    name + ", line " + count + " has no line end: the copy may not be whole, and the last id cut");
        }
        return length > 0 && line[length - 1] == '\r' ? length - 1 : length;
    }

    /** Skips the byte-order mark of UTF-8, with which editors on Windows begin a file. */
    private int readBehindMark() throws IOException {
        int first = read();
        if (count > 0 || first != 0xEF) {
            return first;
        }
        if (read() != 0xBB || read() != 0xBF) {
            throw new BadInputException(name + ", line 1 is not an id: it begins with a byte that is not ASCII");
        }
        return read();
    }

    private int read() throws IOException {
        if (at == filled) {
            filled = in.read(buffer);
            at = 0;
            if (filled <= 0) {
                filled = 0;
                return -1;
            }
        }
        return buffer[at++] & 0xFF;
    }

    private void decimal(int length) throws BadInputException {
        long value = 0;
        for (int i = 0; i < length; i++) {
            int digit = line[i] - '0';
            if (digit < 0 || digit > 9 || value > (Long.MAX_VALUE - digit) / 10) {
                throw notAnId(length);
            }
            value = value * 10 + digit;
        }
        if (length == 0 || value == 0) {
            throw notAnId(length);
        }
        requirePadding(length);
        take(1, 0, value);
    }

    /** Refuses a truncated id: ids with leading zeros have the same length. */
    private void requirePadding(int length) throws BadInputException {
        padded |= line[0] == '0';
        digits = digits == 0 ? length : digits;
        differ |= digits != length;
        if (padded && differ) {
            throw bad(
                    length,
                    "has " + length + " digits, and line " + (csv ? 2 : 1) + " has " + digits
                            + ": ids with zeros in front have one length, so the copy may not be whole");
        }
    }

    private void uuid(int length) throws BadInputException {
        try {
            UUID uuid = Uuids.parse(new String(line, 0, length, StandardCharsets.ISO_8859_1));
            take(2, uuid.getMostSignificantBits(), uuid.getLeastSignificantBits());
        } catch (IllegalArgumentException e) {
            throw notAnId(length);
        }
    }

    private void take(int idWidth, long idHigh, long idLow) throws BadInputException {
        if (width != 0 && width != idWidth) {
            throw new BadInputException(name + ", line " + count + " is a " + (idWidth == 2 ? "UUID" : "number")
                    + ", and the lines before are " + (width == 2 ? "UUIDs" : "numbers"));
        }
        width = idWidth;
        high = idHigh;
        low = idLow;
    }

    private BadInputException notAnId(int length) {
        return bad(
                length,
                "is not an id: must be decimal digits, 1 to " + Long.MAX_VALUE + ", or the 36 characters of a UUID");
    }

    private BadInputException bad(int length, String what) {
        String content = new String(line, 0, length, StandardCharsets.UTF_8).replaceAll("\\p{Cntrl}", "?");
        return new BadInputException(name + ", line " + count + " " + what + ": \"" + content + "\"");
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
