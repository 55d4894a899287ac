package io.distid.bench.decode;

import java.math.BigInteger;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What a text stands for in one form.
 *
 * @param bits 63 of a number, 128 of a UUID, 96 or 160 of others
 * @param value as an unsigned number
 * @param form the name of the form
 * @param id as people name the id
 * @param date the day before the id in the text, if there is one
 * @param reasons what speaks for this form
 * @param distance what speaks against it, in bits; see {@link RankedReading}
 * @param length of the text in characters, without prefix and date
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
