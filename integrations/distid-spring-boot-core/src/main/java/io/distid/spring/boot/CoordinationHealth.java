package io.distid.spring.boot;

import io.distid.coordination.CallStats;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How locks or tokens stand. A failed call is a detail and no status: readiness that ended with it would keep away the calls that find out that the store is back.
 * Immutable.
 *
 * @param up false once they are closed
 * @param details how many calls succeeded and failed, and whether the last one failed
 */
public record CoordinationHealth(boolean up, Map<String, Object> details) {

    public CoordinationHealth {
        details = Map.copyOf(details);
    }

    /**
     * Reads stats; asks no store.
     *
     * @param stats of locks or tokens
     * @return as they stand
     */
    public static CoordinationHealth of(CallStats stats) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("succeeded", stats.succeeded());
        details.put("failed", stats.failed());
        details.put("failing", stats.failing());
        details.put("closed", stats.closed());
        return new CoordinationHealth(!stats.closed(), details);
    }
}
