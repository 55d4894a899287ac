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
 * Which generators have meters in a registry, by name, whichever {@link DistidMetrics} bound them. Micrometer takes a second meter of one name and its tags for the first one, and
 * says nothing. Safe for use by any number of threads; holds registries weakly.
 */
final class BoundNames {
    // Of no registry does a reading or an id know, so that a value does not keep its key.
    private static final Map<MeterRegistry, Map<String, Bound>> BOUND = new WeakHashMap<>();

    /** Whose a name is, and its meters as the registry has them, whose filters may have renamed them. */
    private record Bound(StatsReading reading, List<Meter.Id> meters) {}

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
            Bound bound = BOUND.getOrDefault(registry, Map.of()).get(name);
            return bound == null ? null : bound.reading;
        }
    }

    /** Makes the name a generator's, ends the meters of the one before, which is closed or gone, registers those of this one, and returns them. */
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

    /** Gives a name back. Returns whether it was still this generator's, and so whether its meters are. */
    static boolean giveBack(MeterRegistry registry, String name, StatsReading reading) {
        synchronized (BOUND) {
            Map<String, Bound> names = BOUND.get(registry);
            Bound bound = names == null ? null : names.get(name);
            return bound != null && bound.reading == reading && names.remove(name) != null;
        }
    }
}
