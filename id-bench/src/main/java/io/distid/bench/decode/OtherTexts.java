package io.distid.bench.decode;

import java.math.BigInteger;
import java.util.List;

/** Texts of ids that are neither 63 nor 128 bits: KSUID, MongoDB's ObjectId, xid. */
final class OtherTexts {
    static final String KSUID = "ksuid";
    static final String OBJECT_ID = "objectid";
    static final String XID = "xid";

    private static final String BASE62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
    private static final String BASE32HEX = "0123456789abcdefghijklmnopqrstuv";

    private OtherTexts() {}

    static List<Written> of(String text) {
        if (text.matches("[0-9A-Za-z]{27}")) {
            BigInteger value = number(text, BASE62);
            return value.bitLength() <= 160 ? written(160, value, KSUID, text) : List.of();
        }
        if (text.matches("[0-9a-fA-F]{24}")) {
            return written(96, new BigInteger(text, 16), OBJECT_ID, text);
        }
        if (text.matches("[0-9a-v]{20}")) {
            BigInteger value = number(text, BASE32HEX);
            // 100 bits; the last 4 belong to no byte.
            return value.getLowestSetBit() >= 4 ? written(96, value.shiftRight(4), XID, text) : List.of();
        }
        return List.of();
    }

    private static List<Written> written(int bits, BigInteger value, String form, String text) {
        String reason = text.length() + " characters, as " + form + " has";
        return List.of(new Written(bits, value, form, text, null, List.of(reason), 0, text.length()));
    }

    private static BigInteger number(String text, String alphabet) {
        BigInteger number = BigInteger.ZERO;
        for (char c : text.toCharArray()) {
            number =
                    number.multiply(BigInteger.valueOf(alphabet.length())).add(BigInteger.valueOf(alphabet.indexOf(c)));
        }
        return number;
    }
}
