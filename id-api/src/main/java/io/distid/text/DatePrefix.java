package io.distid.text;

import io.distid.IdsExhaustedException;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.Month;
import java.time.ZoneOffset;
import java.time.chrono.IsoChronology;
import java.time.format.DateTimeFormatter;

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
        if (text.length() - from < LENGTH || !isDay(text, from)) {
            throw new IllegalArgumentException(
                    TextCodec.shown(text) + " does not have a date such as 20261120 at index " + from);
        }
        return from + LENGTH;
    }

    private static boolean isDay(String text, int from) {
        int date = 0;
        int checked = 0;
        for (int i = from; i < from + LENGTH; i++) {
            int digit = Alphabet.DECIMAL.digit(text.charAt(i));
            checked |= digit;
            date = date * 10 + digit;
        }
        int month = date / 100 % 100;
        return checked >= 0
                && month >= 1
                && month <= 12
                && date % 100 >= 1
                && date % 100 <= Month.of(month).length(IsoChronology.INSTANCE.isLeapYear(date / 10_000));
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
