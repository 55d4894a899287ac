package io.distid.micrometer;

import io.distid.IdGenerator;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.WeakHashMap;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The generators that have meters in a registry, by name, for all instances of {@link DistidMetrics}. Micrometer
 * silently takes a second meter of the same name and tags for the first one. Safe for use by any number of threads;
 * holds registries weakly.
 */
final class BoundNames {
    // Neither a reading nor a meter's id refers to a registry, so no value keeps its key alive.
    private static final Map<MeterRegistry, Map<String, Bound>> BOUND = new WeakHashMap<>();

    /** The generator that has a name, and its meters in the registry. The registry's filters may have renamed them. */
    private record Bound(StatsReading reading, List<Meter.Id> meters) {}

    private BoundNames() {}

    /**
     * Refuses a name that another generator has, unless the other is closed or gone.
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
            Bound bound = BOUND.getOrDefault(registry, Map.of()).get(name);
            return bound == null ? null : bound.reading;
        }
    }

    /**
     * Gives a name to a generator, and registers and returns its meters. It removes the meters of the generator before,
     * which is closed or gone.
     */
    static List<Meter> take(
            MeterRegistry registry, String name, StatsReading reading, Supplier<List<Meter>> registering) {
        Bound before;
        synchronized (BOUND) {
            before = BOUND.computeIfAbsent(registry, to -> new HashMap<>()).put(name, new Bound(reading, List.of()));
        }
        if (before != null && before.reading != reading) {
            before.meters.forEach(registry::remove);
        }
        List<Meter> meters = registering.get();
        synchronized (BOUND) {
            BOUND.getOrDefault(registry, new HashMap<>())
                    .computeIfPresent(
                            name,
                            (of, bound) -> bound.reading == reading
                                    ? new Bound(
                                            reading,
                                            meters.stream().map(Meter::getId).toList())
                                    : bound);
        }
        return meters;
    }

    /** Releases a name. Returns whether the name and its meters were still this generator's. */
    static boolean giveBack(MeterRegistry registry, String name, StatsReading reading) {
        synchronized (BOUND) {
            Map<String, Bound> names = BOUND.get(registry);
            Bound bound = names == null ? null : names.get(name);
            return bound != null && bound.reading == reading && names.remove(name) != null;
        }
    }
}
