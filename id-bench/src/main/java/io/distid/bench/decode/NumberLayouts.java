package io.distid.bench.decode;

import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.KnownLayout;
import io.distid.spi.LayoutReader;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The possible layouts of a 63-bit number. The bits do not show which of them issued it. */
final class NumberLayouts {
    /** No format is in use on the day of its epoch. An id that looks so is a counter. */
    private static final Duration FIRST_DAY = Duration.ofDays(1);
    /** How many bits below chance a reason must save to be named. */
    private static final double TELLING = 4;
    /** The bonus for a form that belongs to the layout. */
    private static final double OWN_FORM = -100;
    /** Above the numbers of counters, and below the ids of a layout that is a year old. */
    private static final long COUNTER_LIMIT = 1L << 40;

    /** The bonus for the length of the layout's own text, in bits. */
    private static final double OWN_LENGTH = 10;
    /** In bits: Twitter published Snowflake in June 2010, so nothing of the kind is older. */
    private static final double BEFORE_SNOWFLAKE = 50;

    private static final Instant SNOWFLAKE = Instant.parse("2010-06-01T00:00:00Z");

    private NumberLayouts() {}

    /** The layouts that give a time between the day after their epoch and a day from now. */
    static List<Reading> of(Written written, Instant now) {
        long id = written.low();
        List<Reading> readings = new ArrayList<>();
        for (KnownLayout layout : Catalogue.layouts()) {
            boolean ownText = layout.text().matches(written.form(), written.length());
            if ((ownText || !layout.text().only()) && layout.reader().reads(0, id)) {
                add(readings, written, layout, ownText && !layout.text().only(), now);
            }
        }
        // A large decimal number without a layout has no reading. Small numbers, and numbers of another form, are
        // counters.
        if (readings.isEmpty() && (id < COUNTER_LIMIT || !written.form().equals("decimal"))) {
            String why = id < COUNTER_LIMIT ? "too small to carry a time: from a counter" : "fits no known layout";
            readings.add(Reading.of(written, "number", (Instant) null, Map.of("value", id), 0, now, why));
        }
        return readings;
    }

    private static void add(List<Reading> readings, Written written, KnownLayout layout, boolean ownText, Instant now) {
        LayoutReader reader = layout.reader();
        Instant time = reader.time(0, written.low());
        if (time.isBefore(reader.epoch().plus(FIRST_DAY)) || time.isAfter(now.plus(Reading.TOLERANCE))) {
            return;
        }
        List<LayoutReader.Field> fields = reader.fields(0, written.low());
        double bits = 0;
        int chance = 0;
        for (int i = 0; i < fields.size(); i++) {
            LayoutReader.Field field = fields.get(i);
            boolean known = i < layout.kinds().size() && field.value() instanceof Number;
            bits += known
                    ? layout.kinds().get(i).bits(((Number) field.value()).longValue(), field.bits())
                    : field.bits();
            chance += field.bits();
        }
        List<String> reasons = new ArrayList<>();
        double bias = bits + layout.rarity();
        if (ownText) {
            bias += layout.text().length() == 0 ? OWN_FORM : -OWN_LENGTH;
            reasons.add("its own text");
        }
        if (!layout.reason().isEmpty()) {
            reasons.add(layout.reason());
        }
        if (!layout.text().only()) {
            bias += time.isBefore(SNOWFLAKE) ? BEFORE_SNOWFLAKE : 0;
            if (bits < chance - TELLING) {
                reasons.add("small fields");
            }
        }
        readings.add(
                Reading.of(written, layout.name(), reader, layout.names(), bias, now, reasons.toArray(String[]::new)));
    }
}
