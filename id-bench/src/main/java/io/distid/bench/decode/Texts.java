package io.distid.bench.decode;

import io.distid.bench.decode.Pieces.Piece;
import io.distid.text.LongText;
import io.distid.text.TextForm;
import io.distid.text.UuidText;
import io.distid.uuid.Ulids;
import java.math.BigInteger;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import java.util.stream.Stream;

/** The possible forms of a text. */
final class Texts {
    /** The penalty for letters in a case that the form does not write, and the like. */
    private static final double NOT_AS_WRITTEN = 30;
    /** The penalty for a form of any length. */
    private static final double ANY_LENGTH = 20;

    private static final Instant CENTURY_BEGINS = Instant.parse("2001-01-01T00:00:00Z");
    private static final Instant CENTURY_ENDS = Instant.parse("2101-01-01T00:00:00Z");

    /** The penalty for digits that are not decimal. */
    private static final double DIGITS_ALONE = 300;
    /** The penalty for a prefix without a separator. */
    private static final double BARE_PREFIX = 50;

    /** More than a prefix, a date and the longest form, which is of 128 binary digits. */
    private static final int LONGEST = 256;

    /** A number that is padded to a width of the settings. Without a leading zero it counts as decimal. */
    private static final String PADDED = "0(?=[0-9]*[1-9])[0-9]{1,19}";

    private final Piece piece;
    private final double distance;
    private final List<Written> found = new ArrayList<>();

    private Texts(Piece piece, double distance) {
        this.piece = piece;
        this.distance = distance;
    }

    /** The forms that can read the text, or the part after a prefix or a date. */
    static List<Written> of(String text) {
        List<Written> found = new ArrayList<>();
        // Each possible end of a prefix is tried, so the time grows faster than the text.
        if (text.length() > LONGEST) {
            return found;
        }
        for (Piece piece : Pieces.likely(text)) {
            List<Written> here = new Texts(piece, 0).read();
            if (piece.rest().equals(text) && here.stream().anyMatch(Texts::isCanonical)) {
                return here;
            }
            found.addAll(here);
        }
        if (found.isEmpty()) {
            Pieces.any(text).forEach(piece -> found.addAll(new Texts(piece, BARE_PREFIX).read()));
        }
        return found;
    }

    private static boolean isCanonical(Written written) {
        return written.bits() == 128
                && (written.form().equals("canonical") || written.form().equals("json"));
    }

    private List<Written> read() {
        addTypeId();
        // The first form of a value names it.
        Stream.concat(Stream.of(TextForm.DECIMAL, TextForm.PADDED), Stream.of(TextForm.values()))
                .forEach(form -> {
                    addNumber(form, form.longs().lenient());
                    addUuid(form, form.uuids().lenient());
                });
        if (piece.rest().matches(PADDED)) {
            addNumber(TextForm.PADDED, LongText.padded(piece.rest().length()));
        }
        found.addAll(OtherIds.of(piece, distance));
        return found;
    }

    private void addNumber(TextForm form, LongText text) {
        try {
            long id = text.decode(piece.rest());
            if (id > 0) {
                add(form, 63, BigInteger.valueOf(id), String.valueOf(id), text.encode(id));
            }
        } catch (IllegalArgumentException e) {
            // Not of this form, or above the greatest id.
        }
    }

    private void addUuid(TextForm form, UuidText text) {
        try {
            UUID id = text.decode(piece.rest());
            if (!isOfAnyLength(form) || isRfc(id) || isUlidOfThisCentury(id)) {
                add(form, 128, number(id), id.toString(), text.encode(id));
            }
        } catch (IllegalArgumentException e) {
            // Not of this form.
        }
    }

    /** A type and an underscore before lower-case characters is TypeID's form alone. */
    private void addTypeId() {
        String prefix = piece.prefix();
        if (piece.date() != null || isDigits() || !prefix.endsWith("_")) {
            return;
        }
        try {
            UUID id = UuidText.typeId(prefix.substring(0, prefix.length() - 1)).decode(prefix + piece.rest());
            found.add(Written.of(128, number(id), "typeid", id.toString(), piece, List.of("typeid: " + id), distance));
        } catch (IllegalArgumentException e) {
            // Not of this form.
        }
    }

    private void add(TextForm form, int bits, BigInteger value, String id, String again) {
        if (found.stream()
                .anyMatch(other -> other.bits() == bits && other.value().equals(value))) {
            return;
        }
        String rest = piece.rest();
        boolean decimal = form == TextForm.DECIMAL || form == TextForm.PADDED;
        double against = distance
                + (again.equals(rest) || form == TextForm.CANONICAL ? 0 : NOT_AS_WRITTEN)
                + (isOfAnyLength(form) && !decimal ? ANY_LENGTH : 0)
                + (isDigits() && !decimal ? DIGITS_ALONE : 0);
        List<String> reasons = id.equals(rest) || form == TextForm.CANONICAL
                ? List.of()
                : List.of(form + " of " + rest.length() + " characters: " + id);
        found.add(Written.of(bits, value, form.toString(), id, piece, reasons, against));
    }

    private boolean isDigits() {
        return piece.rest().chars().allMatch(c -> c >= '0' && c <= '9');
    }

    private static boolean isOfAnyLength(TextForm form) {
        return form == TextForm.DECIMAL || form.name().startsWith("BWMARRIN");
    }

    static boolean isRfc(UUID uuid) {
        return uuid.variant() == 2 && uuid.version() >= 1 && uuid.version() <= 8;
    }

    /** A ULID is only recognized by its time, which a random text has in one of a hundred cases. */
    private static boolean isUlidOfThisCentury(UUID uuid) {
        Instant time = Ulids.time(uuid);
        return time.isAfter(CENTURY_BEGINS) && time.isBefore(CENTURY_ENDS);
    }

    private static BigInteger number(UUID uuid) {
        return new BigInteger(uuid.toString().replace("-", ""), 16);
    }
}
