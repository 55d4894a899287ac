package io.distid.db;

import io.distid.db.LeaseTable.Renewal;
import io.distid.db.LeaseTable.Standing;
import io.distid.worker.LeaseBatch;
import io.distid.worker.LeaseRenewal;
import io.distid.worker.LeaseRenewer;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Renews rows of one source together, with one step of the table for each namespace. */
record MySqlLeaseBatch(LeaseTable table) implements LeaseBatch {
    /** A statement of so many rows is some 50 kB long. */
    private static final int MOST = 256;
    /** What is due goes in one statement after another. */
    private static final int MOST_THREADS = 1;

    private record Part(LeaseRenewal asked, MySqlLeaseBackend lease, Renewal renewal) {}

    /** For all rows of a source. */
    static LeaseRenewer renewer(LeaseTable table) {
        return new LeaseRenewer(MOST_THREADS, MOST, new MySqlLeaseBatch(table));
    }

    @Override
    public void renew(List<LeaseRenewal> renewals) {
        Map<String, List<Part>> parts = new LinkedHashMap<>();
        for (LeaseRenewal asked : renewals) {
            asked.attempt(() -> {
                MySqlLeaseBackend lease = (MySqlLeaseBackend) asked.lease();
                Renewal renewal = lease.begin(asked.reservedUntil());
                parts.computeIfAbsent(renewal.held().namespace(), namespace -> new ArrayList<>())
                        .add(new Part(asked, lease, renewal));
            });
        }
        parts.values().forEach(this::renewNamespace);
    }

    /** What the table throws is the answer to all of them, and to those of no other namespace. */
    private void renewNamespace(List<Part> parts) {
        Map<Renewal, Standing> refused;
        try {
            refused = table.renew(parts.stream().map(Part::renewal).toList());
        } catch (RuntimeException | Error e) {
            parts.forEach(part -> part.asked.failed(e));
            return;
        }
        for (Part part : parts) {
            if (part.asked.attempt(() -> part.lease.settle(part.renewal, refused.get(part.renewal)))) {
                part.asked.moved();
            }
        }
    }
}
