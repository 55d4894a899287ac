package io.distid.internal.worker;

import java.util.Properties;
import java.util.function.BiFunction;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A copy of the system's properties that takes their place, until it is closed. One call that changes it throws an error: before or after it has
 * had its effect, as a map may where there is no memory. (Not the error of that, which would end the whole run of tests if it got out.)
 */
final class FailingProperties extends Properties implements AutoCloseable {
    private static final long serialVersionUID = 1L;

    private final Properties replaced = System.getProperties();
    private int callsUntilFailure = Integer.MAX_VALUE;
    private boolean afterwards;

    FailingProperties() {
        putAll(replaced);
        System.setProperties(this);
    }

    /** The call of that number from now on fails, from 0. */
    void failAt(int call, boolean afterEffect) {
        callsUntilFailure = call;
        afterwards = afterEffect;
    }

    void failNoMore() {
        callsUntilFailure = Integer.MAX_VALUE;
    }

    @Override
    public void close() {
        System.setProperties(replaced);
    }

    @Override
    public @Nullable Object merge(
            Object key, Object value, BiFunction<? super Object, ? super Object, ? extends @Nullable Object> both) {
        return changed(() -> super.merge(key, value, both));
    }

    @Override
    public @Nullable Object compute(
            Object key, BiFunction<? super Object, ? super @Nullable Object, ? extends @Nullable Object> next) {
        return changed(() -> super.compute(key, next));
    }

    @Override
    public @Nullable Object computeIfPresent(
            Object key, BiFunction<? super Object, ? super Object, ? extends @Nullable Object> next) {
        return changed(() -> super.computeIfPresent(key, next));
    }

    @Override
    public boolean remove(Object key, Object value) {
        return Boolean.TRUE.equals(changed(() -> super.remove(key, value)));
    }

    private @Nullable Object changed(Supplier<@Nullable Object> change) {
        boolean failing = callsUntilFailure-- == 0;
        if (failing && !afterwards) {
            throw new LinkageError("planted");
        }
        Object answer = change.get();
        if (failing) {
            throw new LinkageError("planted");
        }
        return answer;
    }
}
