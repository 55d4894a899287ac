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
import java.util.stream.Collectors;

/**
 * Renews rows of one source together, with one step of the table for each namespace as a rule.
 *
 * <p>A lease whose answers are missing has a token for each attempt, and the statement has a member for each two of them. After a long outage those of all
 * leases together would be thousands, which a server may refuse, or not answer in time, and again at each attempt. So a namespace then takes several
 * steps.
 */
record MySqlLeaseBatch(LeaseTable table) implements LeaseBatch {
    /** A statement of so many members, which are as many rows if no answer is missing, is some 50 kB long. */
    static final int MOST = 256;
    /** What is due goes in one statement after another. */
    private static final int RENEWAL_THREADS = 1;

    private record Part(LeaseRenewal asked, MySqlLeaseBackend lease, Renewal renewal) {}

    /** For all rows of a source. */
    static LeaseRenewer renewer(LeaseTable table) {
        return new LeaseRenewer(RENEWAL_THREADS, MOST, new MySqlLeaseBatch(table));
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

    private void renewNamespace(List<Part> parts) {
        int members = 0;
        int from = 0;
        for (int i = 0; i < parts.size(); i++) {
            int more = WorkerStatements.members(parts.get(i).renewal);
            if (i > from && members + more > MOST) {
                renewTogether(parts.subList(from, i));
                members = 0;
                from = i;
            }
            members += more;
        }
        renewTogether(parts.subList(from, parts.size()));
    }

    private void renewTogether(List<Part> parts) {
        Map<Boolean, List<Part>> byLate =
                parts.stream().collect(Collectors.partitioningBy(part -> part.lease.isLate()));
        List<Part> late = new ArrayList<>(byLate.get(true));
        late.addAll(renewInTime(byLate.get(false)));
        renewLate(late);
    }

    /** What the table throws is the answer to all of them, and to no other. Returns those whose leases were over. */
    private List<Part> renewInTime(List<Part> parts) {
        if (parts.isEmpty()) {
            return List.of();
        }
        Map<Renewal, Standing> refused;
        try {
            refused = table.renew(renewals(parts));
        } catch (RuntimeException | Error e) {
            parts.forEach(part -> part.asked.failed(e));
            return List.of();
        }
        List<Part> late = new ArrayList<>();
        for (Part part : parts) {
            Standing standing = refused.get(part.renewal);
            if (part.lease.isLate(part.renewal, standing)) {
                late.add(part);
            } else {
                settle(part, () -> part.lease.settle(part.renewal, standing));
            }
        }
        return late;
    }

    private void renewLate(List<Part> parts) {
        if (parts.isEmpty()) {
            return;
        }
        LeaseTable.Late answer;
        try {
            answer = table.renewLate(renewals(parts));
        } catch (RuntimeException | Error e) {
            parts.forEach(part -> part.asked.failed(e));
            return;
        }
        parts.forEach(part -> settle(part, () -> part.lease.settleLate(part.renewal, answer)));
    }

    private static List<Renewal> renewals(List<Part> parts) {
        return parts.stream().map(Part::renewal).toList();
    }

    private static void settle(Part part, Runnable taking) {
        if (part.asked.attempt(taking)) {
            part.asked.moved();
        }
    }
}
