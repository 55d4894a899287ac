package io.distid.text;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.UUID;

/** The same texts, made the slow and obvious way. */
final class Oracle {
    private static final BigInteger LONGS = BigInteger.ONE.shiftLeft(64);

    private Oracle() {}

    static String text(TextForm form, long bits) {
        return text(form, new BigInteger(Long.toUnsignedString(bits)), 64);
    }

    static String text(TextForm form, UUID uuid) {
        if (form == TextForm.CANONICAL) {
            return uuid.toString();
        }
        if (form == TextForm.JSON) {
            return "\"" + uuid + "\"";
        }
        return text(form, number(uuid), 128);
    }

    private static String text(TextForm form, BigInteger number, int bits) {
        return switch (form) {
            case CANONICAL, DECIMAL -> number.toString();
            case JSON -> "\"" + number + "\"";
            case PADDED -> padded(number.toString(), '0', bits == 64 ? 19 : 39);
            case HEX -> padded(number.toString(16), '0', bits / 4);
            case BASE36 -> padded(number.toString(36), '0', bits == 64 ? 13 : 25);
            case CROCKFORD -> digits(number, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", bits == 64 ? 13 : 26);
            case BASE58 ->
                digits(number, "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz", bits == 64 ? 11 : 22);
            case BASE62 ->
                digits(number, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz", bits == 64 ? 11 : 22);
            case ZBASE32 ->
                digits(number.shiftLeft(bits == 64 ? 1 : 2), "ybndrfg8ejkmcpqxot1uwisza345h769", bits == 64 ? 13 : 26);
            case BWMARRIN_BASE2 -> number.toString(2);
            case BWMARRIN_BASE32 -> digits(number, "ybndrfg8ejkmcpqxot1uwisza345h769", 1);
            case BWMARRIN_BASE36 -> number.toString(36);
            case BWMARRIN_BASE58 -> digits(number, "123456789abcdefghijkmnopqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ", 1);
            case BWMARRIN_BASE64 ->
                Base64.getEncoder().encodeToString(number.toString().getBytes(StandardCharsets.US_ASCII));
            case BASE64URL -> {
                ByteBuffer bytes = ByteBuffer.allocate(bits / 8);
                if (bits == 128) {
                    bytes.putLong(number.shiftRight(64).longValue());
                }
                bytes.putLong(number.longValue());
                yield Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
            }
        };
    }

    static BigInteger number(UUID uuid) {
        return unsigned(uuid.getMostSignificantBits()).shiftLeft(64).add(unsigned(uuid.getLeastSignificantBits()));
    }

    private static BigInteger unsigned(long bits) {
        return BigInteger.valueOf(bits).mod(LONGS);
    }

    private static String digits(BigInteger number, String alphabet, int length) {
        BigInteger radix = BigInteger.valueOf(alphabet.length());
        StringBuilder text = new StringBuilder();
        for (BigInteger rest = number; rest.signum() > 0; rest = rest.divide(radix)) {
            text.insert(0, alphabet.charAt(rest.mod(radix).intValue()));
        }
        return padded(text.toString(), alphabet.charAt(0), length);
    }

    private static String padded(String text, char zero, int length) {
        return String.valueOf(zero).repeat(Math.max(0, length - text.length())) + text;
    }
}
