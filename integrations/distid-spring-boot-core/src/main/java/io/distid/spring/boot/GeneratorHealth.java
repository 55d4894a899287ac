package io.distid.spring.boot;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdStats;
import io.distid.StoreRegressedException;
import io.distid.worker.LeaseHealth;
import java.time.Duration;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The health of a generator, for a load balancer or an orchestrator that asks whether requests may come. It is
 * readiness, not liveness: a restart of the process fixes none of it. The starters turn it into Boot's health, whose
 * package differs between the lines. Immutable.
 *
 * @param status the status that follows from the stats
 * @param details figures of the generator's stats and claims; no addresses and no secrets
 */
public record GeneratorHealth(Status status, Map<String, Object> details) {

    /** The statuses of Spring Boot that a generator can have, by their codes. Immutable. */
    public enum Status {
        /** No problem is known. No store is asked, so the next call may still fail. */
        UP,
        /**
         * No ids for now. Either the reservation is used up until the store answers again, or the lead is too large
         * until {@code refusedUntil} in the details. It recovers by itself.
         */
        OUT_OF_SERVICE,
        /**
         * The lease is lost, the store once offered ids that had been issued, or the generator is closed. An operator
         * is needed.
         */
        DOWN
    }

    public GeneratorHealth {
        // Not Map.copyOf, which does not keep the order.
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /**
     * Reads the stats of a generator; calls no store.
     *
     * @param generator any
     * @return its health now
     */
    public static GeneratorHealth of(IdGenerator generator) {
        IdStats stats = generator.stats();
        Map<String, Object> details = GeneratorDetails.of(stats);
        details.put("strategy", generator.traits().strategy());
        return new GeneratorHealth(status(stats), details);
    }

    /**
     * Returns the name of a generator's health component.
     *
     * @param name the configured name, or the bean's name
     * @return the same name
     * @throws ConfigException if no component can have that name; a bean of the application may have such a name
     */
    public static String component(String name) {
        if (name.contains("/")) {
            throw new ConfigException("bean \"" + name + "\" is an id generator, and a health component cannot have"
                    + " that name: call it without \"/\", or set management.health.distid.enabled=false");
        }
        return name;
    }

    private static Status status(IdStats stats) {
        boolean lost = stats.lease().map(LeaseHealth::lost).orElse(false);
        // Counted since the generator was opened: an operator must look at a store that once offered issued ids.
        boolean regressed = stats.failures().containsKey(StoreRegressedException.class);
        if (stats.closed() || lost || regressed) {
            return Status.DOWN;
        }
        boolean late = stats.lease()
                .flatMap(LeaseHealth::remaining)
                .map(Duration::isNegative)
                .orElse(false);
        return late || stats.refusedUntil().isPresent() ? Status.OUT_OF_SERVICE : Status.UP;
    }
}
