package io.distid.bench.history;

import io.distid.Ordering;
import io.distid.bench.results.Order;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntUnaryOperator;

/**
 * Checks the order that a strategy claims.
 *
 * <p>An inversion is an id that is not greater than some id returned before its own call began. It counts once, however
 * many such ids there are. Calls that overlap have no order, so their ids cannot be inverted. Immutable.
 *
 * @param result the order claimed, the strongest that holds, and the inversions
 * @param examples the first few inversions of the claimed order, with the callers of the ids
 */
public record OrderCheck(Order result, boolean broken, List<String> examples) {
    private static final int EXAMPLES = 3;

    /** Checks a history. */
    public static OrderCheck of(History history, Ordering claimed) {
        Scan across = new Scan(history, index -> 0, 1);
        Scan perGenerator = new Scan(history, history::generatorOf, history.generators);
        Scan perThread = new Scan(history, index -> history.historyOf[index], history.histories.size());
        Ordering measured;
        if (across.inversions == 0) {
            measured = Ordering.GLOBAL;
        } else if (perGenerator.inversions == 0) {
            measured = Ordering.PER_GENERATOR;
        } else {
            measured = perThread.inversions == 0 ? Ordering.PER_THREAD : Ordering.NONE;
        }
        List<String> examples = switch (claimed) {
            case GLOBAL -> across.examples;
            case PER_GENERATOR -> perGenerator.examples;
            case PER_THREAD -> perThread.examples;
            case NONE -> List.of();
        };
        return new OrderCheck(
                new Order(claimed.name(), measured.name(), perGenerator.inversions, across.inversions),
                !examples.isEmpty(),
                examples);
    }

    /** Goes through all calls in the order of their stamps, with the greatest id returned so far in each group. */
    private static final class Scan {
        private final List<String> examples = new ArrayList<>();
        private long inversions;

        Scan(History history, IntUnaryOperator groupOf, int groups) {
            int size = history.size();
            // The event at each number: i + 1 if call i began, -(i + 1) if it returned, 0 for none.
            int[] events = new int[history.stamps];
            for (int i = 0; i < size; i++) {
                events[history.began[i]] = i + 1;
                events[history.returned[i]] = -(i + 1);
            }
            int[] greatest = new int[groups];
            Arrays.fill(greatest, -1);
            int[] floor = new int[size];
            for (int event : events) {
                if (event > 0) {
                    floor[event - 1] = greatest[groupOf.applyAsInt(event - 1)];
                } else if (event < 0) {
                    int i = -event - 1;
                    int group = groupOf.applyAsInt(i);
                    if (floor[i] >= 0 && history.compare(i, floor[i]) <= 0 && inversions++ < EXAMPLES) {
                        examples.add(history.describe(i) + " is not greater than " + history.describe(floor[i])
                                + ", which had been returned before");
                    }
                    if (greatest[group] < 0 || history.compare(i, greatest[group]) > 0) {
                        greatest[group] = i;
                    }
                }
            }
        }
    }
}
