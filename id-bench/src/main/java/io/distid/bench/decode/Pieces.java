package io.distid.bench.decode;

import java.time.LocalDate;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Finds where an id may begin in a text: after a prefix, a date, both, or nothing. */
final class Pieces {
    /** Ends in a separator. Without a letter, that is a hyphen of a UUID or part of a version number. */
    private static final String LIKELY = "(?=.*[A-Za-z])[A-Za-z0-9._~-]{0,62}[._~-]";

    private static final String ANY = "[A-Za-z][A-Za-z0-9._~-]{0,62}";
    /** A UUID with a missing or an extra digit, which must not be split at its hyphens. */
    private static final String NEARLY_UUID = "[{]?[0-9A-Fa-f]+(-[0-9A-Fa-f]+){4}[}]?";

    private static final int DATE_LENGTH = 8;

    private Pieces() {}

    /** One way to cut a text. */
    record Piece(String prefix, @Nullable LocalDate date, String rest) {}

    /** The whole text, and the part after a prefix that ends in a separator. */
    static List<Piece> likely(String text) {
        List<Piece> pieces = new ArrayList<>();
        add(pieces, text, 0);
        addAfter(LIKELY, pieces, text);
        return pieces;
    }

    /** The pieces after any prefix. */
    static List<Piece> any(String text) {
        List<Piece> pieces = new ArrayList<>();
        addAfter(ANY, pieces, text);
        return pieces;
    }

    private static void addAfter(String prefix, List<Piece> pieces, String text) {
        for (int i = 1; i < text.length() && !text.matches(NEARLY_UUID); i++) {
            if (text.substring(0, i).matches(prefix)) {
                add(pieces, text, i);
            }
        }
    }

    private static void add(List<Piece> pieces, String text, int from) {
        String prefix = text.substring(0, from);
        String rest = text.substring(from);
        pieces.add(new Piece(prefix, null, rest));
        LocalDate date = date(rest);
        if (date != null) {
            pieces.add(new Piece(prefix, date, rest.substring(DATE_LENGTH)));
        }
    }

    /** No id was made before 1970. A long number often begins with the digits of an earlier date. */
    private static @Nullable LocalDate date(String text) {
        if (text.length() <= DATE_LENGTH) {
            return null;
        }
        try {
            LocalDate date = LocalDate.parse(text.substring(0, DATE_LENGTH), DateTimeFormatter.BASIC_ISO_DATE);
            return date.isBefore(LocalDate.EPOCH) ? null : date;
        } catch (DateTimeParseException e) {
            return null;
        }
    }
}
