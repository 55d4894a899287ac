package io.distid.bench.subject;

import io.distid.spi.LayoutReader;
import java.util.List;

/**
 * A layout of numbers in use, and the likely values of its ids. Immutable.
 *
 * @param name the name of the layout
 * @param reader decodes an id
 * @param names its owner's names of the fields; empty for the reader's names
 * @param kinds the kinds of the fields
 * @param rarity how much rarer than others it is, in bits; below 0 if more frequent
 * @param reason a further reason for it; may be empty
 * @param text the texts that it is written in
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
     * @param form the start of the form's name
     * @param length of the text; 0 for any
     * @param only whether ids occur only in this form
     */
    public record Text(String form, int length, boolean only) {
        /** Any, as of most. */
        public static final Text ANY = new Text("", 0, false);

        /** Whether a text is one of these; false of {@link #ANY}, too. */
        public boolean matches(String otherForm, int otherLength) {
            return !form.isEmpty() && otherForm.startsWith(form) && (length == 0 || length == otherLength);
        }
    }
}
