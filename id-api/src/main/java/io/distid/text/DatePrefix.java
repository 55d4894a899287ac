package io.distid.text;

import io.distid.IdsExhaustedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeParseException;

/** The day of encoding in UTC as {@code yyyyMMdd}. Decoding checks that it is a day, and drops it. */
final class DatePrefix implements Decoration {
    private static final int LENGTH = 8;
    private static final long DAY_MILLIS = 86_400_000;

    private final InstantSource clock;
    private volatile Day day = new Day(Long.MIN_VALUE, new byte[LENGTH]);

    /** The characters of one day, cached for all texts of the day. */
    private record Day(long number, byte[] characters) {}

    DatePrefix(InstantSource clock) {
        this.clock = clock;
    }

    @Override
    public int length() {
        return LENGTH;
    }

    @Override
    public void prepare() {
        long number = Math.floorDiv(clock.millis(), DAY_MILLIS);
        if (day.number != number) {
            day = day(number);
        }
    }

    /** If another thread has just cached another day, that day is as good. */
    @Override
    public int write(byte[] to, int at) {
        System.arraycopy(day.characters, 0, to, at, LENGTH);
        return at + LENGTH;
    }

    @Override
    public int read(String text, int from) {
        int end = Math.min(text.length(), from + LENGTH);
        try {
            LocalDate.parse(text.substring(from, end), DateTimeFormatter.BASIC_ISO_DATE);
            return end;
        } catch (DateTimeParseException e) {
            throw new IllegalArgumentException(
                    TextCodec.shown(text) + " does not have a date such as 20261120 at index " + from, e);
        }
    }

    private static Day day(long number) {
        LocalDate date = LocalDate.ofEpochDay(number);
        if (date.getYear() < 0 || date.getYear() > 9999) {
            throw new IdsExhaustedException("the clock shows "
                    + Instant.ofEpochMilli(number * DAY_MILLIS).atZone(ZoneOffset.UTC)
                    + ", which has no date of 8 digits: set it right, or write texts without a date");
        }
        return new Day(number, date.format(DateTimeFormatter.BASIC_ISO_DATE).getBytes(StandardCharsets.ISO_8859_1));
    }
}
