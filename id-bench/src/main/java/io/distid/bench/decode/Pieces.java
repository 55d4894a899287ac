package io.distid.bench.decode;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.time.format.ResolverStyle;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds where an id may begin in a text: after a prefix, a date, both, or nothing. */
final class Pieces {
    private static final String PREFIX = "[A-Za-z0-9._~-]{1,63}";
    /** A UUID with a missing or an extra digit, which must not be split at its hyphens. */
    private static final String NEARLY_UUID = "[{]?[0-9A-Fa-f]+(-[0-9A-Fa-f]+){4}[}]?";

    private static final String SEPARATORS = "._~-";
    private static final int DATE_LENGTH = 8;
    private static final DateTimeFormatter DATE =
            DateTimeFormatter.ofPattern("uuuuMMdd").withResolverStyle(ResolverStyle.STRICT);

    private Pieces() {}

    /** One way to cut a text. */
    record Piece(String prefix, @Nullable LocalDate date, String rest) {}

    /** The whole text, and the part after a prefix that ends in a separator. */
    static List<Piece> likely(String text) {
        List<Piece> pieces = new ArrayList<>();
        add(pieces, text, 0);
        for (int i = 1; i < text.length() && !text.matches(NEARLY_UUID); i++) {
            // A prefix has a letter. Otherwise the separator is a hyphen of a UUID or part of a version number.
            if (SEPARATORS.indexOf(text.charAt(i - 1)) >= 0
                    && text.substring(0, i).matches(".*[A-Za-z].*")) {
                add(pieces, text, i);
            }
        }
        return pieces;
    }

    /** The pieces after any prefix. */
    static List<Piece> any(String text) {
        List<Piece> pieces = new ArrayList<>();
        for (int i = 1; i < text.length() && !text.matches(NEARLY_UUID); i++) {
            if (text.substring(0, i).matches("[A-Za-z].*")) {
                add(pieces, text, i);
            }
        }
        return pieces;
    }

    private static void add(List<Piece> pieces, String text, int from) {
        String prefix = text.substring(0, from);
        if (!prefix.isEmpty() && !prefix.matches(PREFIX)) {
            return;
        }
        String rest = text.substring(from);
        pieces.add(new Piece(prefix, null, rest));
        LocalDate date = date(rest);
        if (date != null) {
            pieces.add(new Piece(prefix, date, rest.substring(DATE_LENGTH)));
        }
    }

    /** No id was made before 1970. A long number often begins with the digits of an earlier date. */
    private static @Nullable LocalDate date(String text) {
        if (text.length() <= DATE_LENGTH || !text.substring(0, DATE_LENGTH).matches("[0-9]{8}")) {
            return null;
        }
        try {
            LocalDate date = LocalDate.parse(text.substring(0, DATE_LENGTH), DATE);
            return date.isBefore(LocalDate.EPOCH) ? null : date;
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
