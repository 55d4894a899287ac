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
 * How a generator stands, for a load balancer or an orchestrator that asks whether requests may come: readiness, not liveness, since a restart
 * of the process mends none of it. The starters make Boot's health of it, whose package differs from line to line. Immutable.
 *
 * @param status what it amounts to
 * @param details figures of the generator's stats and claims; no addresses and no secrets
 */
public record GeneratorHealth(Status status, Map<String, Object> details) {

    /** The statuses of Spring Boot's that a generator can have, by their codes. Immutable. */
    public enum Status {
        /** None of the others. No store is asked: whether the next call succeeds is not known. */
        UP,
        /**
         * No ids for now, which mends itself: the reservation is over until the store answers again, or the next id's time is too far ahead of the clock until {@code refusedUntil} of the
         * details.
         */
        OUT_OF_SERVICE,
        /** The lease is lost, the store once offered what was given out before, or the generator is closed: an operator is needed. */
        DOWN
    }

    public GeneratorHealth {
        // Not Map.copyOf, which has an order of its own.
        details = Collections.unmodifiableMap(new LinkedHashMap<>(details));
    }

    /**
     * Reads the stats of a generator; asks no store.
     *
     * @param generator any
     * @return as it stands now
     */
    public static GeneratorHealth of(IdGenerator generator) {
        IdStats stats = generator.stats();
        Map<String, Object> details = GeneratorDetails.of(stats);
        details.put("strategy", generator.traits().strategy());
        return new GeneratorHealth(status(stats), details);
    }

    /**
     * The component of health that tells of a generator.
     *
     * @param name as it is configured, or as its bean is called
     * @return the same
     * @throws ConfigException if no component can have that name, as a bean of the application may have it
     */
    public static String component(String name) {
        if (name.contains("/")) {
            throw new ConfigException("bean \"" + name + "\" is an id generator, and no component of health can have"
                    + " that name: call it without \"/\", or set management.health.distid.enabled=false");
        }
        return name;
    }

    private static Status status(IdStats stats) {
        boolean lost = stats.lease().map(LeaseHealth::lost).orElse(false);
        // Counted since it was opened: a store that once offered what was given out before is for an operator to look
        // at.
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
