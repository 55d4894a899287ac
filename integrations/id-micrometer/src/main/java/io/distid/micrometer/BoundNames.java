package io.distid.micrometer;

import io.distid.IdGenerator;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.Map;
import java.util.WeakHashMap;
import org.jspecify.annotations.Nullable;

/**
 * Which generators have meters in a registry, by name, whichever {@link DistidMetrics} bound them. Micrometer takes a second meter of one name and its tags for the first one, and
 * says nothing. Safe for use by any number of threads; holds registries weakly.
 */
final class BoundNames {
    // Of no registry does a reading know, so that a value does not keep its key.
    private static final Map<MeterRegistry, Map<String, StatsReading>> BOUND = new WeakHashMap<>();

    private BoundNames() {}

    /**
     * Refuses a name that another generator has, which is neither closed nor gone.
     *
     * @throws IllegalArgumentException if there is one
     */
    static void requireFree(MeterRegistry registry, String name, IdGenerator generator) {
        StatsReading other = find(registry, name);
        if (other != null && other.generator() != generator && other.isAlive()) {
            throw new IllegalArgumentException(
                    "\"" + name + "\" is the name of another generator in this registry already,"
                            + " bound by another DistidMetrics: give this one, a "
                            + generator.traits().strategy() + ", another name, or remove or close the first");
        }
    }

    private static @Nullable StatsReading find(MeterRegistry registry, String name) {
        synchronized (BOUND) {
            return BOUND.getOrDefault(registry, Map.of()).get(name);
        }
    }

    /** Makes the name a generator's, and ends the meters of the one before, which is closed or gone. */
    static void take(MeterRegistry registry, String name, StatsReading reading) {
        StatsReading before;
        synchronized (BOUND) {
            before = BOUND.computeIfAbsent(registry, to -> new HashMap<>()).put(name, reading);
        }
        if (before != null && before != reading) {
            registry.getMeters().stream()
                    .filter(meter -> meter.getId().getName().startsWith("distid."))
                    .filter(meter -> name.equals(meter.getId().getTag("generator")))
                    .forEach(registry::remove);
        }
    }

    /** Gives a name back. Returns whether it was still this generator's, and so whether its meters are. */
    static boolean giveBack(MeterRegistry registry, String name, StatsReading reading) {
        synchronized (BOUND) {
            Map<String, StatsReading> names = BOUND.get(registry);
            return names != null && names.remove(name, reading);
        }
    }
}
