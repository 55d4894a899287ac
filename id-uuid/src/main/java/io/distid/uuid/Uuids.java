package io.distid.uuid;

import io.distid.text.TextForm;
import io.distid.text.UuidText;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Instant;
import java.util.Comparator;
import java.util.UUID;

/**
 * Functions on UUIDs: strict parsing, names, order, time, and conversion between versions 1 and 6. Stateless: safe for use by any number of threads.
 *
 * @see <a href="https://www.rfc-editor.org/rfc/rfc9562">RFC 9562</a>
 */
public final class Uuids {
    /** All bits 0. */
    public static final UUID NIL = new UUID(0, 0);

    /** All bits 1. */
    public static final UUID MAX = new UUID(-1, -1);

    /** The namespace of domain names, such as {@code www.example.com}. */
    public static final UUID NAMESPACE_DNS = new UUID(0x6ba7b810_9dad11d1L, 0x80b400c0_4fd430c8L);

    /** The namespace of URLs. */
    public static final UUID NAMESPACE_URL = new UUID(0x6ba7b811_9dad11d1L, 0x80b400c0_4fd430c8L);

    /** The namespace of ISO object identifiers. */
    public static final UUID NAMESPACE_OID = new UUID(0x6ba7b812_9dad11d1L, 0x80b400c0_4fd430c8L);

    /** The namespace of X.500 distinguished names. */
    public static final UUID NAMESPACE_X500 = new UUID(0x6ba7b814_9dad11d1L, 0x80b400c0_4fd430c8L);

    /**
     * The order of the bits and of the texts. {@link UUID#compareTo} instead compares signed halves, and so puts
     * {@code 80000000-...} before {@code 00000000-...}.
     */
    public static final Comparator<UUID> UNSIGNED = Uuids::compare;

    private static final UuidText CANONICAL = TextForm.CANONICAL.uuids();
    private static final UuidText LENIENT = CANONICAL.lenient();

    private Uuids() {}

    /**
     * Reads the text of RFC 9562 section 4, in either case. Unlike {@link UUID#fromString}, which takes {@code 1-2-3-4-5}, it
     * wants all 36 characters.
     *
     * @throws IllegalArgumentException if it is anything else; the message says what and where
     */
    public static UUID parse(String text) {
        return CANONICAL.decode(text);
    }

    /**
     * Reads what {@link #parse} does, and the same as a URN ({@code urn:uuid:...}, RFC 9562 section 4) or in braces.
     *
     * @param text 8-4-4-4-12 hexadecimal digits, after {@code urn:uuid:} or between braces or bare
     * @throws IllegalArgumentException if it is anything else; the message says what and where
     */
    public static UUID parseLenient(String text) {
        return LENIENT.decode(text);
    }

    /** Compares as unsigned 128-bit numbers, which is the order of the bytes and of the texts. */
    public static int compare(UUID a, UUID b) {
        int high = Long.compareUnsigned(a.getMostSignificantBits(), b.getMostSignificantBits());
        return high != 0 ? high : Long.compareUnsigned(a.getLeastSignificantBits(), b.getLeastSignificantBits());
    }

    /**
     * Version 3: the MD5 of a name. For systems that expect it; else take {@link #v5(UUID, String)}.
     *
     * @param namespace what kind of name, such as {@link #NAMESPACE_URL}
     * @throws IllegalArgumentException if the name has half of a surrogate pair, which UTF-8 does not hold
     */
    public static UUID v3(UUID namespace, String name) {
        return v3(namespace, utf8(name));
    }

    /** Version 3 of a name in bytes. */
    public static UUID v3(UUID namespace, byte[] name) {
        return named("MD5", 3, namespace, name);
    }

    /**
     * Version 5: the SHA-1 of a name, cut to 122 bits.
     *
     * @param namespace what kind of name, such as {@link #NAMESPACE_DNS}
     * @throws IllegalArgumentException if the name has half of a surrogate pair, which UTF-8 does not hold
     */
    public static UUID v5(UUID namespace, String name) {
        return v5(namespace, utf8(name));
    }

    /** Version 5 of a name in bytes. */
    public static UUID v5(UUID namespace, byte[] name) {
        return named("SHA-1", 5, namespace, name);
    }

    /**
     * The time in a UUID of version 1, 6 (to 100 ns) or 7 (to the ms).
     *
     * @return the time of the generator's clock, or a later one if the id led the clock; distid's versions 1 and 6 have a count below the ms
     * @throws IllegalArgumentException if it is of another version or variant, which carries no time
     */
    public static Instant time(UUID uuid) {
        long high = uuid.getMostSignificantBits();
        return switch (version(uuid)) {
            case 1 -> instant(Gregorian.timeOfV1(high));
            case 6 -> instant(Gregorian.timeOfV6(high));
            case 7 -> Instant.ofEpochMilli(high >>> 16);
            default ->
                throw new IllegalArgumentException(
                        uuid + " carries no time: must be of version 1, 6 or 7 and of RFC 9562's variant");
        };
    }

    /**
     * The version 6 of a version 1: the same time, clock sequence and node, sorted by time.
     *
     * @throws IllegalArgumentException if it is of another version or variant
     */
    public static UUID toV6(UUID v1) {
        require(1, v1);
        return new UUID(
                Gregorian.highV6(Gregorian.timeOfV1(v1.getMostSignificantBits())), v1.getLeastSignificantBits());
    }

    /**
     * The version 1 of a version 6: the same time, clock sequence and node.
     *
     * @throws IllegalArgumentException if it is of another version or variant
     */
    public static UUID toV1(UUID v6) {
        require(6, v6);
        return new UUID(
                Gregorian.highV1(Gregorian.timeOfV6(v6.getMostSignificantBits())), v6.getLeastSignificantBits());
    }

    /** The version, or -1 if the variant is not RFC 9562's. */
    private static int version(UUID uuid) {
        return uuid.variant() == 2 ? uuid.version() : -1;
    }

    private static void require(int version, UUID uuid) {
        if (version(uuid) != version) {
            throw new IllegalArgumentException(uuid + " is of version " + uuid.version() + ", variant " + uuid.variant()
                    + ": must be of version " + version + ", variant 2");
        }
    }

    private static Instant instant(long gregorian) {
        long sinceUnixEpoch = gregorian - Gregorian.UNIX_EPOCH;
        long perSecond = 1000 * Gregorian.TICKS_PER_MILLI;
        return Instant.ofEpochSecond(
                Math.floorDiv(sinceUnixEpoch, perSecond), Math.floorMod(sinceUnixEpoch, perSecond) * 100);
    }

    /** {@link String#getBytes} takes each half of a surrogate pair for a question mark, so that different names would have one UUID. */
    private static byte[] utf8(String name) {
        for (int i = 0; i < name.length(); i++) {
            char c = name.charAt(i);
            if (Character.isSurrogate(c)) {
                if (i + 1 == name.length() || !Character.isSurrogatePair(c, name.charAt(i + 1))) {
                    throw new IllegalArgumentException(String.format(
                            "name has U+%04X at index %d: must not have half of a surrogate pair, which UTF-8 does not hold",
                            (int) c, i));
                }
                i++;
            }
        }
        return name.getBytes(StandardCharsets.UTF_8);
    }

    private static UUID named(String algorithm, int version, UUID namespace, byte[] name) {
        try {
            MessageDigest digest = MessageDigest.getInstance(algorithm);
            digest.update(ByteBuffer.allocate(16)
                    .putLong(namespace.getMostSignificantBits())
                    .putLong(namespace.getLeastSignificantBits())
                    .flip());
            ByteBuffer hash = ByteBuffer.wrap(digest.digest(name));
            return new UUID(hash.getLong() & ~0xF000L | (long) version << 12, 1L << 63 | hash.getLong() << 2 >>> 2);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java runtime offers no " + algorithm, e);
        }
    }
}
