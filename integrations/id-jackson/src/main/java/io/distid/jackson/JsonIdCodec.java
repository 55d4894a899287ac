package io.distid.jackson;

/**
 * How ids of one Java type stand in JSON. Both directions throw {@link IllegalArgumentException} with a message that shows what was given and
 * what is allowed.
 */
interface JsonIdCodec<T> {
    Class<T> type();

    /** Whether this id is a JSON number, rather than a string; {@link #encode} gives its digits. */
    boolean isNumber(T id);

    /** What is written, and the key in a map. */
    String encode(T id);

    /** Reads a JSON string, or a key. */
    T decode(String text);

    /** Reads the digits of a JSON number without fraction. */
    T decodeNumber(String digits);

    /** What is allowed, such as {@code a JSON string with a crockford text}. */
    String expected();
}
