package io.distid.bench.decode;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A text read in one form.
 *
 * @param bits 63 for a number, 128 for a UUID, 96 or 160 for others
 * @param value the value as an unsigned number
 * @param form the name of the form
 * @param id the usual text of the id
 * @param date the date before the id in the text, or null
 * @param reasons the reasons for this form
 * @param distance the penalty, in bits; see {@link RankedReading}
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

    long number() {
        return value.longValueExact();
    }

    UUID uuid() {
        return new UUID(value.shiftRight(64).longValue(), value.longValue());
    }
}
