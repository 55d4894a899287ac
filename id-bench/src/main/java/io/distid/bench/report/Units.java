package io.distid.bench.report;

import io.distid.bench.results.Rate;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * Formats figures for people: three significant digits and a unit. Stateless: safe for use by any number of threads.
 */
public final class Units {
    private static final String[] UNITS = {"", " k", " M", " G"};
    private static final String[] SIZES = {" B", " kB", " MB", " GB"};
    private static final String[] TIMES = {" ns", " µs", " ms", " s"};

    private Units() {}

    /** A number: such as {@code 4.10 M} or {@code 512}. */
    public static String number(double value) {
        return scaled(value, UNITS);
    }

    /** A rate with its error: such as {@code 4.10 M ±2%}, {@code 4.10 M ±>99%}, or {@code 4.10 M} if its error is not known. */
    public static String rate(Rate rate) {
        Double error = rate.error();
        String value = number(rate.opsPerSecond());
        if (error == null) {
            return value;
        }
        long percent = Math.round(100 * error / rate.opsPerSecond());
        return value + (percent > 99 ? " ±>99%" : " ±" + percent + "%");
    }

    /** A number of threads, in words. */
    static String threads(int count) {
        return count + (count == 1 ? " thread" : " threads");
    }

    /** A title from words. */
    static String capital(String words) {
        return words.substring(0, 1).toUpperCase(Locale.ROOT) + words.substring(1);
    }

    /** The mark of a figure that says little, since the host took so much of the CPU time; empty for null. */
    static String steal(@Nullable Double share) {
        return share == null ? "" : " **steal " + ratio(share) + "**";
    }

    /** A short time; {@code nanos}: 0 or more, in nanoseconds; three digits that matter and a unit, such as {@code 410 ns} or {@code 3.20 µs}. */
    public static String nanos(double nanos) {
        return scaled(nanos, TIMES);
    }

    /** A size of memory or disk: three digits that matter and a decimal unit, such as {@code 812 B} or {@code 4.10 MB}. */
    public static String bytes(double bytes) {
        return scaled(bytes, SIZES);
    }

    private static String scaled(double value, String[] units) {
        int unit = 0;
        double scaled = value;
        while (scaled >= 999.5 && unit < units.length - 1) {
            scaled /= 1000;
            unit++;
        }
        String format = scaled >= 99.95 || unit == 0 && scaled == Math.rint(scaled)
                ? "%.0f"
                : scaled >= 9.995 ? "%.1f" : "%.2f";
        return String.format(Locale.ROOT, format, scaled) + units[unit];
    }

    /** A ratio: a percentage such as {@code 53 %} or {@code 0.04 %}. */
    public static String ratio(double value) {
        return String.format(Locale.ROOT, value >= 0.0995 || value == 0 ? "%.0f %%" : "%.2g %%", value * 100);
    }

    /** An order, as a word; {@code ordering}: the name of an {@link io.distid.Ordering}; in lower case with spaces, such as {@code per generator}. */
    public static String order(String ordering) {
        return ordering.toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    /** A span of time: minutes and seconds, such as {@code 1:05}. */
    public static String clock(Duration span) {
        long seconds = span.toSeconds();
        return String.format(Locale.ROOT, "%d:%02d", seconds / 60, seconds % 60);
    }
}
