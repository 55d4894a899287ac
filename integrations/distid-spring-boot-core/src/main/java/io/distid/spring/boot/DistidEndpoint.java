package io.distid.spring.boot;

import io.distid.IdGenerator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The actuator endpoint {@code distid}: the generators, their traits and their stats. It only reads: it opens no
 * generator, takes no id, calls no store and shows no secret. Safe for use by any number of threads.
 */
@Endpoint(id = "distid")
public final class DistidEndpoint {
    private final DistidGenerators generators;

    DistidEndpoint(DistidGenerators generators) {
        this.generators = generators;
    }

    /**
     * All generators.
     *
     * @return strategy, traits and stats by name; {@code opened=false} if lazy initialization has not opened a
     *     generator yet; the class of the error if reading one fails
     */
    @ReadOperation
    public Map<String, Map<String, Object>> generators() {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>();
        generators.names().forEach(name -> all.put(name, describe(name)));
        return all;
    }

    /**
     * One generator.
     *
     * @param name the configured name
     * @return the same details as for all; null, answered as 404, if no generator has that name
     */
    @ReadOperation
    public @Nullable Map<String, Object> generator(@Selector String name) {
        return generators.isKnown(name) ? describe(name) : null;
    }

    /** Describes a generator. A failure of one generator does not hide the others. */
    private Map<String, Object> describe(String name) {
        try {
            return generators.findOpened(name).map(DistidEndpoint::describe).orElse(Map.of("opened", false));
        } catch (RuntimeException e) {
            // Leave out the message: it may name the store.
            return Map.of("error", e.getClass().getSimpleName());
        }
    }

    private static Map<String, Object> describe(IdGenerator generator) {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("strategy", generator.traits().strategy());
        description.put("traits", GeneratorDetails.of(generator.traits()));
        description.put("stats", GeneratorDetails.of(generator.stats()));
        return description;
    }
}
