package io.distid.bench.history;

import io.distid.bench.results.Shape;
import java.math.BigInteger;

/**
 * Examines ids as numbers: their size, and how much of their range they use. Stateless: safe for use by any number of
 * threads.
 */
public final class ShapeCheck {
    private ShapeCheck() {}

    /** Examines a history. */
    public static Shape of(History history, String example) {
        int smallest = 0;
        int largest = 0;
        for (int i = 0; i < history.size(); i++) {
            smallest = history.compare(i, smallest) < 0 ? i : smallest;
            largest = history.compare(i, largest) > 0 ? i : largest;
        }
        BigInteger from = number(history, smallest);
        BigInteger to = number(history, largest);
        double range = to.subtract(from).add(BigInteger.ONE).doubleValue();
        return new Shape(example, from.toString(), to.toString(), history.size() / range);
    }

    private static BigInteger number(History ids, int i) {
        String hex = Long.toHexString(ids.low[i]);
        return new BigInteger(Long.toHexString(ids.high[i]) + "0".repeat(16 - hex.length()) + hex, 16);
    }
}
