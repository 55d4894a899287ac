package io.distid.bench.bars;

import java.util.Locale;

/** How ratios are printed. */
final class Ratios {
    private Ratios() {}

    static String format(double ratio) {
        return String.format(Locale.ROOT, ratio >= 10 ? "%.1f" : ratio >= 0.1 ? "%.3f" : "%.4f", ratio);
    }
}
