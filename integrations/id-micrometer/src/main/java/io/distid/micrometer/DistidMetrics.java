package io.distid.micrometer;

import io.distid.IdGenerator;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.binder.MeterBinder;
import java.util.IdentityHashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongSupplier;

/**
 * Meters of generators: one object for any number of generators and registries.
 *
 * <pre>{@code
 * new DistidMetrics().add("orders", orders).add("requests", requests).bindTo(registry);
 * }</pre>
 *
 * <p>Each generator has meters for the figures of its {@link IdGenerator#stats()}; the module's README lists them.
 * Tags: {@code generator}, the name it was added under, and {@code strategy}, from its traits. All meters are functions
 * of the stats. Nothing is recorded when an id is issued, so a watched generator is as fast as any other. The exception
 * is {@link CountedIds}, which is opt-in.
 *
 * <p>A scrape reads each generator's stats once, for all its meters: a snapshot is used for 250 ms. So a figure is at
 * most 250 ms old, and all figures of a scrape are of the same moment.
 *
 * <p>Generators are held weakly, as Micrometer does: the caller must keep a reference. If a generator is closed or
 * gone, or its {@code stats()} throws, its gauges read NaN and its counters keep their last value. That is the final
 * value if the generator was closed. No scrape fails for it. The meters stay until the generator is {@link #remove
 * removed}, or another is added under its name. Registries are held strongly.
 *
 * <p>Safe for use by any number of threads.
 */
public final class DistidMetrics implements MeterBinder {
    private final LongSupplier nanoTime;
    private final Map<String, Watched> generators = new LinkedHashMap<>();
    private final Map<MeterRegistry, Boolean> registries = new IdentityHashMap<>();

    /** Without a generator or a registry yet. */
    public DistidMetrics() {
        this(System::nanoTime);
    }

    /**
     * For tests, which control time.
     *
     * @param nanoTime the clock for the age of a snapshot
     */
    DistidMetrics(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    /** A generator, and its meters in each registry. */
    private record Watched(String name, StatsReading reading, Tags tags, Map<MeterRegistry, List<Meter>> meters) {
        void requireFree(MeterRegistry registry) {
            IdGenerator generator = reading.generator();
            if (generator != null && !meters.containsKey(registry)) {
                BoundNames.requireFree(registry, name, generator);
            }
        }

        void bindTo(MeterRegistry registry) {
            IdGenerator generator = reading.generator();
            // A generator that is gone needs no meters.
            if (generator != null && !meters.containsKey(registry)) {
                meters.put(
                        registry,
                        BoundNames.take(
                                registry,
                                name,
                                reading,
                                () -> GeneratorMeters.register(registry, reading, generator, tags)));
            }
        }

        void unbind() {
            meters.forEach((registry, bound) -> {
                if (BoundNames.giveBack(registry, name, reading)) {
                    bound.forEach(registry::remove);
                }
            });
        }
    }

    /**
     * Watches a generator, in the registries that are bound and those that will be.
     *
     * @param name the value of the tag {@code generator}; different for each generator, and so for each tag of {@code
     *     leaf-segment}
     * @param generator the generator, held weakly; one of {@link CountedIds} also has the meter of issued ids
     * @return this
     * @throws IllegalArgumentException if the name is blank, or another generator has it, here or in one of the
     *     registries, and is neither closed nor gone
     * @throws RuntimeException if the generator's {@code stats()} throws it: which meters it has is then unknown
     */
    public synchronized DistidMetrics add(String name, IdGenerator generator) {
        Objects.requireNonNull(generator, "generator");
        if (name.isBlank()) {
            throw new IllegalArgumentException("the name of a generator must not be blank: \"" + name + "\"");
        }
        Watched before = generators.get(name);
        if (before != null && before.reading().isAlive()) {
            throw new IllegalArgumentException("\"" + name + "\" is the name of a generator already, "
                    + before.tags() + ": give this one, a " + generator.traits().strategy()
                    + ", another name, or remove or close the first");
        }
        Watched watched = new Watched(
                name,
                new StatsReading(name, generator, nanoTime),
                Tags.of("generator", name, "strategy", generator.traits().strategy()),
                new IdentityHashMap<>());
        registries.keySet().forEach(watched::requireFree);
        remove(name);
        generators.put(name, watched);
        registries.keySet().forEach(watched::bindTo);
        return this;
    }

    /**
     * Removes the meters of a generator from all registries. The generator itself is not changed.
     *
     * @param name the name it was added under; an unknown name does nothing
     */
    public synchronized void remove(String name) {
        Watched watched = generators.remove(name);
        if (watched != null) {
            watched.unbind();
        }
    }

    /**
     * Registers the meters of all generators, those that are added later as well. A second call with one registry does nothing.
     *
     * @param registry held until this object is gone
     * @throws IllegalArgumentException if another object of this class has bound a different live generator of the same
     *     name; then none is bound
     */
    @Override
    public synchronized void bindTo(MeterRegistry registry) {
        generators.values().forEach(watched -> watched.requireFree(registry));
        registries.put(registry, true);
        generators.values().forEach(watched -> watched.bindTo(registry));
    }
}
