package io.distid.internal;

import io.distid.text.TextForm;

/**
 * Integers that JavaScript keeps exact. Its numbers have 53 bits: a JSON reader in a browser turns 9007199254740993 into
 * 9007199254740992 and says nothing.
 *
 * <p>Ids above the bound go to JavaScript as strings ({@link TextForm#JSON}); or take a layout of at most 53 bits, and check it
 * with {@link #require(long)}. Stateless: safe for use by any number of threads.
 */
public final class SafeIntegers {
    /** {@code 2^53 - 1}, JavaScript's {@code Number.MAX_SAFE_INTEGER}. */
    public static final long MAX = (1L << 53) - 1;

    private SafeIntegers() {}

    /** Whether JavaScript keeps an id exact. */
    public static boolean holds(long id) {
        return id >= 0 && id <= MAX;
    }

    /**
     * An id that goes out as a JSON number.
     *
     * @throws IllegalArgumentException if JavaScript would round it
     */
    public static long require(long id) {
        if (!holds(id)) {
            throw new IllegalArgumentException("id is " + id + ": JavaScript keeps integers exact only from 0 to " + MAX
                    + "; send it as a string (text=json), or take a layout of at most 53 bits");
        }
        return id;
    }
}
