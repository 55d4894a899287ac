package io.distid.spring.boot;

import io.distid.IdGenerator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The actuator endpoint {@code distid}: which generators there are, what they claim, and how they stand. It reads only: it opens no generator, draws no id, asks no
 * store and shows no secret. Safe for use by any number of threads.
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
     * @return by name: strategy, traits and stats; of one that lazy initialization has not opened yet, that it is not; of one that cannot tell, by which error
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
     * @param name as it is configured
     * @return as of all; null, which the web answers as 404, if there is none of that name
     */
    @ReadOperation
    public @Nullable Map<String, Object> generator(@Selector String name) {
        return generators.isKnown(name) ? describe(name) : null;
    }

    /** What one cannot tell does not take away what the others do. */
    private Map<String, Object> describe(String name) {
        try {
            return generators.findOpened(name).map(DistidEndpoint::describe).orElse(Map.of("opened", false));
        } catch (RuntimeException e) {
            // Without the message, which may name the store.
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
