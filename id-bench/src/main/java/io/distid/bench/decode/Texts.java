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

/** The possible forms of a text. */
final class Texts {
    /** The forms in the order of preference for names. */
    private static final List<TextForm> ORDER = order();

    /** The penalty for letters in a case that the form does not write, and the like. */
    private static final double NOT_AS_WRITTEN = 30;
    /** The penalty for a form of any length. */
    private static final double ANY_LENGTH = 20;

    private static final long CENTURY_BEGINS =
            Instant.parse("2001-01-01T00:00:00Z").toEpochMilli();
    private static final long CENTURY_ENDS =
            Instant.parse("2101-01-01T00:00:00Z").toEpochMilli();

    /** The penalty for digits that are not decimal. */
    private static final double DIGITS_ALONE = 300;
    /** The penalty for a prefix without a separator. */
    private static final double BARE_PREFIX = 50;

    /** More than a prefix, a date and the longest form, which is of 128 binary digits. */
    private static final int LONGEST = 256;

    /** A number that is padded to a width of the settings. Without a leading zero it counts as decimal. */
    private static final String PADDED = "0(?=[0-9]*[1-9])[0-9]{1,19}";

    private static final BigInteger WORD = BigInteger.ONE.shiftLeft(64);

    private Texts() {}

    /** The forms that can read the text, or the part after a prefix or a date. */
    static List<Written> of(String text) {
        List<Written> found = new ArrayList<>();
        // Each possible end of a prefix is tried, so the time grows faster than the text.
        if (text.length() > LONGEST) {
            return found;
        }
        for (Piece piece : Pieces.likely(text)) {
            List<Written> here = of(piece, 0);
            if (piece.prefix().isEmpty()
                    && piece.date() == null
                    && here.stream().anyMatch(Texts::isCanonical)) {
                return here;
            }
            found.addAll(here);
        }
        if (found.isEmpty()) {
            Pieces.any(text).forEach(piece -> found.addAll(of(piece, BARE_PREFIX)));
        }
        return found;
    }

    private static boolean isCanonical(Written written) {
        return written.bits() == 128
                && (written.form().equals("canonical") || written.form().equals("json"));
    }

    private static List<Written> of(Piece piece, double distance) {
        List<Written> found = new ArrayList<>();
        addTypeId(found, piece, distance);
        for (TextForm form : ORDER) {
            try {
                long id = form.longs().lenient().decode(piece.rest());
                if (id > 0) {
                    add(
                            found,
                            form,
                            piece,
                            distance,
                            63,
                            BigInteger.valueOf(id),
                            form.longs().encode(id));
                }
            } catch (IllegalArgumentException e) {
                // Not of this form.
            }
            try {
                UUID id = form.uuids().lenient().decode(piece.rest());
                if (!isOfAnyLength(form) || isRfc(id) || isUlidOfThisCentury(id)) {
                    add(
                            found,
                            form,
                            piece,
                            distance,
                            128,
                            number(id),
                            form.uuids().encode(id));
                }
            } catch (IllegalArgumentException e) {
                // Not of this form.
            }
        }
        if (piece.rest().matches(PADDED)) {
            LongText padded = LongText.padded(piece.rest().length());
            try {
                long id = padded.decode(piece.rest());
                add(found, TextForm.PADDED, piece, distance, 63, BigInteger.valueOf(id), padded.encode(id));
            } catch (IllegalArgumentException e) {
                // Above the greatest id.
            }
        }
        for (Written other : OtherTexts.of(piece.rest())) {
            found.add(new Written(
                    other.bits(),
                    other.value(),
                    other.form(),
                    other.id(),
                    piece.date(),
                    reasons(piece, other.reasons()),
                    distance + other.distance(),
                    other.length()));
        }
        return found;
    }

    /** A type and an underscore before lower-case characters is TypeID's form alone. */
    private static void addTypeId(List<Written> found, Piece piece, double distance) {
        String prefix = piece.prefix();
        boolean digits = piece.rest().chars().allMatch(c -> c >= '0' && c <= '9');
        if (piece.date() != null || digits || !prefix.endsWith("_")) {
            return;
        }
        try {
            UUID uuid =
                    UuidText.typeId(prefix.substring(0, prefix.length() - 1)).decode(prefix + piece.rest());
            List<String> why = List.of("typeid: " + uuid);
            found.add(new Written(
                    128,
                    number(uuid),
                    "typeid",
                    uuid.toString(),
                    null,
                    reasons(piece, why),
                    distance,
                    piece.rest().length()));
        } catch (IllegalArgumentException e) {
            // Not of this form.
        }
    }

    private static void add(
            List<Written> found,
            TextForm form,
            Piece piece,
            double distance,
            int bits,
            BigInteger value,
            String again) {
        if (found.stream()
                .anyMatch(other -> other.bits() == bits && other.value().equals(value))) {
            return;
        }
        String id = bits == 63 ? value.toString() : uuid(value).toString();
        boolean plain = id.equals(piece.rest()) || form == TextForm.CANONICAL;
        boolean digits = piece.rest().chars().allMatch(c -> c >= '0' && c <= '9');
        boolean decimal = form == TextForm.DECIMAL || form == TextForm.PADDED;
        double against = distance
                + (again.equals(piece.rest()) || form == TextForm.CANONICAL ? 0 : NOT_AS_WRITTEN)
                + (isOfAnyLength(form) && !decimal ? ANY_LENGTH : 0)
                + (digits && !decimal ? DIGITS_ALONE : 0);
        String reason = form + " of " + piece.rest().length() + " characters: " + id;
        found.add(new Written(
                bits,
                value,
                form.toString(),
                id,
                piece.date(),
                reasons(piece, plain ? List.of() : List.of(reason)),
                against,
                piece.rest().length()));
    }

    private static List<String> reasons(Piece piece, List<String> more) {
        List<String> reasons = new ArrayList<>();
        if (!piece.prefix().isEmpty()) {
            reasons.add("prefix " + piece.prefix());
        }
        if (piece.date() != null) {
            reasons.add("date " + piece.date());
        }
        reasons.addAll(more);
        return reasons;
    }

    private static boolean isOfAnyLength(TextForm form) {
        return form == TextForm.DECIMAL || form.name().startsWith("BWMARRIN");
    }

    private static boolean isRfc(UUID uuid) {
        return uuid.variant() == 2 && uuid.version() >= 1 && uuid.version() <= 8;
    }

    /** A ULID is only recognized by its time, which a random text has in one of a hundred cases. */
    private static boolean isUlidOfThisCentury(UUID uuid) {
        long millis = Ulids.time(uuid).toEpochMilli();
        return millis > CENTURY_BEGINS && millis < CENTURY_ENDS;
    }

    private static BigInteger number(UUID uuid) {
        return BigInteger.valueOf(uuid.getMostSignificantBits())
                .mod(WORD)
                .shiftLeft(64)
                .add(BigInteger.valueOf(uuid.getLeastSignificantBits()).mod(WORD));
    }

    private static UUID uuid(BigInteger value) {
        return new UUID(value.shiftRight(64).longValue(), value.longValue());
    }

    private static List<TextForm> order() {
        List<TextForm> order = new ArrayList<>(List.of(TextForm.DECIMAL, TextForm.PADDED));
        for (TextForm form : TextForm.values()) {
            if (!order.contains(form)) {
                order.add(form);
            }
        }
        return List.copyOf(order);
    }
}
