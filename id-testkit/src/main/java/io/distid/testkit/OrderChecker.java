package io.distid.testkit;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks that what is drawn is greater than all that was returned before the draw began.
 *
 * <p>Safe for use by several threads: the greatest value returned so far is read before a draw and moved after it, so that
 * what two draws at the same time return may stand in either order, and nothing else may.
 */
final class OrderChecker<T extends Comparable<T>> {
    private final AtomicReference<@Nullable T> greatest = new AtomicReference<>();
    private final String scope;

    /**
     * Nothing was drawn yet.
     *
     * @param scope whose order is claimed, for the message
     */
    OrderChecker(String scope) {
        this.scope = scope;
    }

    /** Draws some values and holds them to the order, among themselves too. */
    List<T> draw(Supplier<List<T>> source) {
        T before = greatest.get();
        List<T> drawn = source.get();
        T last = before;
        for (T value : drawn) {
            if (last != null && value.compareTo(last) <= 0) {
                throw new AssertionError(scope + ": " + value + " was returned after " + last + ", in " + drawn);
            }
            last = value;
        }
        greatest.accumulateAndGet(last, OrderChecker::greater);
        return drawn;
    }

    private static <T extends Comparable<T>> @Nullable T greater(@Nullable T one, @Nullable T other) {
        if (one == null || other == null) {
            return one == null ? other : one;
        }
        return one.compareTo(other) >= 0 ? one : other;
    }
}
