package io.distid.redis;

import org.jspecify.annotations.Nullable;

/**
 * Where a counter stands.
 *
 * @param key the key of a string or a hash
 * @param field the field of the hash, or null for a string
 * @param limit the greatest number it may reach
 */
record CounterKey(String key, @Nullable String field, long limit) {

    /** Its name in messages. */
    String on(RedisLink link) {
        return (field == null ? "key \"" : "field \"" + field + "\" of key \"") + key + "\" of Redis at "
                + link.where();
    }

    /** The command that sets it, but for the number. */
    String set() {
        return field == null ? "SET " + key : "HSET " + key + " " + field;
    }
}
