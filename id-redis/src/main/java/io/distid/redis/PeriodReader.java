package io.distid.redis;

import io.distid.spi.LayoutReader;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.util.List;

/** Reads ids of periods: the digits of the period, then a number of fixed width. Immutable. */
record PeriodReader(Period.Unit unit, int width, ZoneId zone) implements LayoutReader {
    private static final Instant EPOCH = Instant.parse("2000-01-01T00:00:00Z");
    private static final double BITS_PER_DIGIT = Math.log(10) / Math.log(2);

    @Override
    public boolean reads(long high, long low) {
        String digits = Long.toString(low);
        if (digits.length() != prefix() + width || number(digits) == 0) {
            return false;
        }
        try {
            begins(digits);
            return true;
        } catch (DateTimeException e) {
            return false;
        }
    }

    @Override
    public Instant time(long high, long low) {
        return begins(Long.toString(low)).atZone(zone).toInstant();
    }

    @Override
    public List<Field> fields(long high, long low) {
        return List.of(new Field("number", number(Long.toString(low)), (int) Math.ceil(width * BITS_PER_DIGIT)));
    }

    @Override
    public Instant epoch() {
        return EPOCH;
    }

    private int prefix() {
        return switch (unit) {
            case HOUR -> 10;
            case DAY -> 8;
            case MONTH -> 6;
        };
    }

    private LocalDateTime begins(String digits) {
        int prefix = prefix();
        return LocalDateTime.of(
                part(digits, 0, 4),
                part(digits, 4, 6),
                prefix > 6 ? part(digits, 6, 8) : 1,
                prefix > 8 ? part(digits, 8, 10) : 0,
                0);
    }

    private long number(String digits) {
        return part(digits, prefix(), digits.length());
    }

    private static int part(String digits, int from, int to) {
        return Integer.parseInt(digits, from, to, 10);
    }
}
