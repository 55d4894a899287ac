package io.distid.bench.decode;

import io.distid.bench.decode.Pieces.Piece;
import java.math.BigInteger;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A text read in one form.
 *
 * @param bits 63 for a number, 128 for a UUID, 96 or 160 for others
 * @param value the value as an unsigned number
 * @param id the usual text of the id
 * @param date the date before the id in the text, or null
 * @param reasons the reasons for this form
 * @param distance the penalty, in bits; see {@link Reading}
 * @param length the length of the text in characters, without prefix and date
 */
record Written(
        int bits,
        BigInteger value,
        String form,
        String id,
        @Nullable LocalDate date,
        List<String> reasons,
        double distance,
        int length) {

    static Written of(
            int bits, BigInteger value, String form, String id, Piece piece, List<String> more, double distance) {
        List<String> reasons = new ArrayList<>();
        if (!piece.prefix().isEmpty()) {
            reasons.add("prefix " + piece.prefix());
        }
        if (piece.date() != null) {
            reasons.add("date " + piece.date());
        }
        reasons.addAll(more);
        return new Written(
                bits,
                value,
                form,
                id,
                piece.date(),
                reasons,
                distance,
                piece.rest().length());
    }

    long high() {
        return value.shiftRight(64).longValue();
    }

    long low() {
        return value.longValue();
    }
}
