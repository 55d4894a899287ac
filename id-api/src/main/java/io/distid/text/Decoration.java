package io.distid.text;

/** What stands before an id in its text. */
sealed interface Decoration permits Prefix, DatePrefix {

    /** How many characters it has. */
    int length();

    /** Does what may call others' code, which may write a text on this thread itself; before any is written. */
    default void prepare() {}

    /** Writes it; returns the index after its last character. */
    int write(byte[] to, int at);

    /** Checks that it stands there; returns the index after its last character. */
    int read(String text, int from);
}
