package io.distid.spring.boot;

import io.distid.IdGenerator;
import io.distid.NamedGenerators;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.actuate.endpoint.annotation.Endpoint;
import org.springframework.boot.actuate.endpoint.annotation.ReadOperation;
import org.springframework.boot.actuate.endpoint.annotation.Selector;

/**
 * The actuator endpoint {@code distid}: which generators there are, what they claim, and how they stand. It reads only, draws no id, asks no
 * store and shows no secret. Safe for use by any number of threads.
 */
@Endpoint(id = "distid")
public final class DistidEndpoint {
    private final NamedGenerators generators;

    DistidEndpoint(NamedGenerators generators) {
        this.generators = generators;
    }

    /**
     * All generators.
     *
     * @return by name: strategy, traits and stats
     */
    @ReadOperation
    public Map<String, Map<String, Object>> generators() {
        Map<String, Map<String, Object>> all = new LinkedHashMap<>();
        generators.names().forEach(name -> all.put(name, describe(generators.get(name))));
        return all;
    }

    /**
     * One generator.
     *
     * @param name as it is configured
     * @return strategy, traits and stats; null, which the web answers as 404, if there is none of that name
     */
    @ReadOperation
    public @Nullable Map<String, Object> generator(@Selector String name) {
        return generators.find(name).map(DistidEndpoint::describe).orElse(null);
    }

    private static Map<String, Object> describe(IdGenerator generator) {
        Map<String, Object> description = new LinkedHashMap<>();
        description.put("strategy", generator.traits().strategy());
        description.put("traits", GeneratorDetails.of(generator.traits()));
        description.put("stats", GeneratorDetails.of(generator.stats()));
        return description;
    }
}
