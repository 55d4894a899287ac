package io.distid.bench.results;

import java.util.Locale;

/** How ratios are printed. Stateless: safe for use by any number of threads. */
public final class Ratios {
    private Ratios() {}

    /** A ratio: three digits or so that matter, such as {@code 0.985} or {@code 24.6}. */
    public static String format(double ratio) {
        return String.format(Locale.ROOT, ratio >= 10 ? "%.1f" : ratio >= 0.1 ? "%.3f" : "%.4f", ratio);
    }
}
