package io.distid.spring.boot;

import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.SegmentStats;
import io.distid.worker.LeaseHealth;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;

/**
 * Stats and traits for JSON: texts, numbers, and durations in ISO 8601. So each JSON library writes them alike. Figures
 * that a generator does not have are left out.
 */
final class GeneratorDetails {
    private GeneratorDetails() {}

    static Map<String, Object> of(IdStats stats) {
        Map<String, Object> details = new LinkedHashMap<>();
        stats.lease().ifPresent(lease -> details.put("lease", of(lease)));
        stats.segment().ifPresent(segment -> details.put("segment", of(segment)));
        stats.lead().ifPresent(lead -> details.put("lead", lead.toString()));
        stats.refusedUntil().ifPresent(until -> details.put("refusedUntil", until.toString()));
        stats.waits()
                .ifPresent(waits -> details.put(
                        "waits",
                        Map.of("calls", waits.calls(), "time", waits.time().toString())));
        stats.retries().ifPresent(retries -> details.put("retries", retries));
        stats.idsLeft().ifPresent(left -> details.put("idsLeft", left));
        if (!stats.failures().isEmpty()) {
            Map<String, Long> failures = new TreeMap<>();
            stats.failures().forEach((type, count) -> failures.put(type.getSimpleName(), count));
            details.put("failures", failures);
        }
        details.put("closed", stats.closed());
        return details;
    }

    static Map<String, Object> of(IdTraits traits) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("bits", traits.bits());
        details.put("ordering", traits.ordering().name());
        details.put("timeSorted", traits.timeSorted());
        details.put("coordination", traits.coordination().name());
        details.put("safety", traits.safety().name());
        traits.idsPerSecond().ifPresent(most -> details.put("idsPerSecond", most));
        if (traits.endOfLife() != null) {
            details.put("endOfLife", traits.endOfLife().toString());
        }
        details.put("notes", traits.notes());
        return details;
    }

    private static Map<String, Object> of(LeaseHealth lease) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("workerId", lease.workerId());
        details.put("lost", lease.lost());
        details.put("regressed", lease.regressed());
        lease.remaining().ifPresent(remaining -> details.put("remaining", remaining.toString()));
        if (lease.reservedUntil() != null) {
            details.put("reservedUntil", lease.reservedUntil().toString());
        }
        if (lease.reservation() != null) {
            details.put("reservation", lease.reservation().toString());
        }
        details.put("lastRenewal", lease.lastRenewal().toString());
        details.put("renewals", lease.renewals());
        details.put("renewalsFailed", lease.renewalsFailed());
        return details;
    }

    /** Leaves out the message of the last failure: it names the store. */
    private static Map<String, Object> of(SegmentStats segment) {
        Map<String, Object> details = new LinkedHashMap<>();
        details.put("tag", segment.tag());
        details.put("step", segment.step());
        details.put("left", segment.left());
        details.put("perSecond", segment.perSecond());
        if (segment.timeOnHand() != null) {
            details.put("timeOnHand", segment.timeOnHand().toString());
        }
        details.put("issued", segment.issued());
        details.put("burned", segment.burned());
        details.put("givenBack", segment.givenBack());
        details.put("loads", segment.loads());
        details.put("failures", segment.failures());
        return details;
    }
}
