package io.distid.redis;

import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * Where a counter stands, and how its number is written there.
 *
 * @param key the key of a string or a hash
 * @param field the field of the hash, or null for a string
 * @param base what is stored is this and the number
 * @param limit the greatest number it may reach
 */
record CounterKey(String key, @Nullable String field, long base, long limit) {
    /**
     * Of a string, which {@code INCRBY} makes anew at 0 where it was lost: no claims lift that one to where counters are, so it is told from
     * each of them for ever. It is a power of ten, so that the number can be read.
     */
    private static final long STRING_BASE = 1_000_000_000_000_000_000L;

    /** The greatest number of a string. */
    static final long STRING_LIMIT = Long.MAX_VALUE - STRING_BASE;

    static CounterKey ofString(String key) {
        return new CounterKey(key, null, STRING_BASE, STRING_LIMIT);
    }

    static CounterKey ofField(String key, String field, long limit) {
        return new CounterKey(key, field, 0, limit);
    }

    /** Its name in messages. */
    String on(RedisLink link) {
        return (field == null ? "key \"" : "field \"" + field + "\" of key \"") + key + "\" of Redis at "
                + link.where();
    }

    /** The command that sets it to a number. */
    String set(long number) {
        return (field == null ? "SET " + word(key) : "HSET " + word(key) + " " + word(field)) + " " + stored(number);
    }

    /** As redis-cli reads it: a line, in which a control character is the bytes that it is in UTF-8. */
    static String word(String text) {
        if (text.matches("[\\w:.{}/-]+")) {
            return text;
        }
        StringBuilder quoted = new StringBuilder("\"");
        for (char c : text.toCharArray()) {
            if (Character.isISOControl(c)) {
                for (byte part : String.valueOf(c).getBytes(StandardCharsets.UTF_8)) {
                    quoted.append(String.format("\\x%02x", part));
                }
            } else if (c == '"' || c == '\\') {
                quoted.append('\\').append(c);
            } else {
                quoted.append(c);
            }
        }
        return quoted.append('"').toString();
    }

    String stored(long number) {
        return Long.toString(base + number);
    }

    long number(long stored) {
        return stored - base;
    }
}
