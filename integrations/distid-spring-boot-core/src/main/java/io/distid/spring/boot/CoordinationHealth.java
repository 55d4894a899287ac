package io.distid.spring.boot;

import io.distid.coordination.CallStats;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The health of locks or tokens. A failed call shows in the details, not in the status. If it ended readiness, no call
 * would come to notice that the store answers again. Immutable.
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
     * @param stats the stats of locks or tokens
     * @return their health
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
