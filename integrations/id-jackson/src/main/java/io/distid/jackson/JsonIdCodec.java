package io.distid.jackson;

/**
 * Writes and reads ids of one Java type in JSON. Both throw {@link IllegalArgumentException} with a message that shows
 * what was given and what is allowed.
 */
interface JsonIdCodec<T> {
    Class<T> type();

    /** Whether this id is a JSON number, rather than a string; {@link #encode} gives its digits. */
    boolean isNumber(T id);

    /** The text of an id, as a value and as the key of a map. */
    String encode(T id);

    /** Reads a JSON string, or a key. */
    T decode(String text);

    /** Reads the digits of a JSON number without fraction. */
    T decodeNumber(String digits);

    /** The allowed input for messages, such as {@code a JSON string with a crockford text}. */
    String expected();
}
