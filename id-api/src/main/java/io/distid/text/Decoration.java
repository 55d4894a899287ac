package io.distid.text;

/** A text before an id in its text. */
sealed interface Decoration permits Prefix, DatePrefix {

    /** How many characters it has. */
    int length();

    /** Calls foreign code, such as a clock, before any character is written, since that code may itself write a text on this thread. */
    default void prepare() {}

    /** Writes it; returns the index after its last character. */
    int write(byte[] to, int at);

    /** Checks that it stands there; returns the index after its last character. */
    int read(String text, int from);
}
