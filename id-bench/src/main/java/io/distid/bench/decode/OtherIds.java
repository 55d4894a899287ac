package io.distid.bench.decode;

import io.distid.bench.decode.Pieces.Piece;
import java.math.BigInteger;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Ids that are neither 63 nor 128 bits: KSUID, MongoDB's ObjectId, xid. Each begins with 32 bits of seconds. */
final class OtherIds {
    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final long KSUID_EPOCH = 1_400_000_000;

    private OtherIds() {}

    static List<Written> of(Piece piece, double distance) {
        String text = piece.rest();
        if (text.matches("[0-9A-Za-z]{27}")) {
            BigInteger value = BigInteger.ZERO;
            for (char c : text.toCharArray()) {
                value = value.multiply(BigInteger.valueOf(62)).add(BigInteger.valueOf(BASE62.indexOf(c)));
            }
            return value.bitLength() <= 160 ? written(160, value, "ksuid", piece, distance) : List.of();
        }
        if (text.matches("[0-9a-fA-F]{24}")) {
            return written(96, new BigInteger(text, 16), "objectid", piece, distance);
        }
        if (text.matches("[0-9a-v]{20}")) {
            BigInteger value = new BigInteger(text, 32);
            // 100 bits; the last 4 belong to no byte.
            return value.getLowestSetBit() >= 4 ? written(96, value.shiftRight(4), "xid", piece, distance) : List.of();
        }
        return List.of();
    }

    private static List<Written> written(int bits, BigInteger value, String form, Piece piece, double distance) {
        String reason = piece.rest().length() + " characters, as " + form + " has";
        return List.of(Written.of(bits, value, form, piece.rest(), piece, List.of(reason), distance));
    }

    static Reading read(Written written, Instant now) {
        BigInteger value = written.value();
        Map<String, Object> fields = new LinkedHashMap<>();
        long seconds = value.shiftRight(written.bits() - 32).longValue();
        if (written.form().equals("ksuid")) {
            seconds += KSUID_EPOCH;
            fields.put("payload", field(value, 128, 0));
        } else {
            if (written.form().equals("objectid")) {
                fields.put("random", field(value, 40, 24));
            } else {
                fields.put("machine", field(value, 24, 40));
                fields.put("process", value.shiftRight(24).intValue() & 0xFFFF);
            }
            fields.put("counter", value.intValue() & 0xFF_FFFF);
        }
        return Reading.of(written, written.form(), Instant.ofEpochSecond(seconds), fields, 0, now);
    }

    private static String field(BigInteger value, int bits, int shift) {
        BigInteger field = value.shiftRight(shift).mod(BigInteger.ONE.shiftLeft(bits));
        return String.format("%0" + bits / 4 + "x", field);
    }
}
