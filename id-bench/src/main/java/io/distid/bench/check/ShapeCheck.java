package io.distid.bench.check;

import io.distid.bench.report.Shape;
import java.math.BigInteger;

/**
 * Looks at ids as numbers: how large they are, how much of their range they use, and how often the next one is guessed.
 *
 * <p>The guesser is simple, and an outsider could do as much by hand: it knows the three ids that one thread got last, takes
 * both differences between them and 1, and adds each to the last id. So a share above 0 shows that ids can be guessed, and 0
 * shows only that this does not suffice. The two halves of a UUID are guessed apart, without a carry between them.
 */
public final class ShapeCheck {
    private static final int KNOWN = 3;

    private ShapeCheck() {}

    /**
     * Looks at a recording.
     *
     * @param recording whose ids, at least one
     * @param example one id as text
     * @return what they look like
     */
    public static Shape of(Recording recording, String example) {
        int smallest = 0;
        int largest = 0;
        long guessed = 0;
        long tried = 0;
        int onTape = 0;
        for (int i = 0; i < recording.size(); i++) {
            smallest = recording.compare(i, smallest) < 0 ? i : smallest;
            largest = recording.compare(i, largest) > 0 ? i : largest;
            onTape = i > 0 && recording.tapeOf(i) == recording.tapeOf(i - 1) ? onTape + 1 : 0;
            if (onTape >= KNOWN) {
                tried++;
                guessed += isGuessed(recording, i) ? 1 : 0;
            }
        }
        BigInteger from = number(recording, smallest);
        BigInteger to = number(recording, largest);
        double range = to.subtract(from).add(BigInteger.ONE).doubleValue();
        return new Shape(
                example,
                from.toString(),
                to.toString(),
                recording.size() / range,
                tried == 0 ? 0 : (double) guessed / tried);
    }

    private static boolean isGuessed(Recording ids, int i) {
        long high = ids.high(i) - ids.high(i - 1);
        long low = ids.low(i) - ids.low(i - 1);
        return high == 0 && low == 1
                || high == ids.high(i - 1) - ids.high(i - 2) && low == ids.low(i - 1) - ids.low(i - 2)
                || high == ids.high(i - 2) - ids.high(i - 3) && low == ids.low(i - 2) - ids.low(i - 3);
    }

    private static BigInteger number(Recording ids, int i) {
        String hex = Long.toHexString(ids.low(i));
        return new BigInteger(Long.toHexString(ids.high(i)) + "0".repeat(16 - hex.length()) + hex, 16);
    }
}
