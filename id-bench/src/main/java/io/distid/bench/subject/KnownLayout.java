package io.distid.bench.subject;

import io.distid.spi.LayoutReader;
import java.util.List;

/**
 * A layout of numbers that somebody uses, and what to expect of its ids. Immutable.
 *
 * @param name of the layout
 * @param reader takes an id apart
 * @param names what its owner calls the fields; empty for the reader's names
 * @param kinds how the values of the fields come about
 * @param rarity how much less often than others it is met, in bits; below 0 if more often
 * @param reason what speaks for it besides its fields; may be empty
 * @param text which texts it is written in
 */
public record KnownLayout(
        String name,
        LayoutReader reader,
        List<String> names,
        List<FieldKind> kinds,
        double rarity,
        String reason,
        Text text) {

    /**
     * Texts that an id is written in. Immutable.
     *
     * @param form what the name of the form begins with
     * @param length of the text; 0 for any
     * @param only whether ids are met in this form alone
     */
    public record Text(String form, int length, boolean only) {
        /** Any, as of most. */
        public static final Text ANY = new Text("", 0, false);

        /**
         * Whether a text is one of these.
         *
         * @param otherForm the name of its form
         * @param otherLength in characters
         * @return false of {@link #ANY}, too
         */
        public boolean matches(String otherForm, int otherLength) {
            return !form.isEmpty() && otherForm.startsWith(form) && (length == 0 || length == otherLength);
        }
    }

    /** One of which nothing more is known: its fields may hold anything. */
    static KnownLayout plain(String name, LayoutReader reader) {
        return new KnownLayout(name, reader, List.of(), List.of(), 0, "", Text.ANY);
    }
}
