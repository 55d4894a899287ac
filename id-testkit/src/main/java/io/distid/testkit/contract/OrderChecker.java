package io.distid.testkit.contract;

import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Checks that new values are greater than all values that were returned before the call began.
 *
 * <p>Safe for use by several threads. The greatest value so far is read before a call and raised after it. So only the
 * values of simultaneous calls may have either order.
 */
final class OrderChecker<T extends Comparable<T>> {
    private final AtomicReference<@Nullable T> greatest = new AtomicReference<>();
    private final String scope;

    /**
     * Creates a checker without values.
     *
     * @param scope names the scope of the claimed order, for the message
     */
    OrderChecker(String scope) {
        this.scope = scope;
    }

    /** Gets some values, and checks their order, among themselves, too. */
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
