package io.distid.worker;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Outcome;
import io.distid.spi.RecordStore.Write;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Renews leases of one source together, with one request for each namespace as a rule. */
record StoreLeaseBatch(RecordStore store) implements LeaseBatch {

    private record Part(LeaseRenewal asked, StoreLease lease, StoreLease.Attempt attempt) {}

    @Override
    public void renew(List<LeaseRenewal> renewals) {
        Map<String, List<Part>> parts = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        List<LeaseRenewal> alone = new ArrayList<>();
        for (LeaseRenewal asked : renewals) {
            StoreLease lease = (StoreLease) asked.lease();
            // An id comes twice where it was taken once more while its former holder had no answer.
            if (names.add(StoreLease.nameOf(lease.namespaceName(), lease.id()))) {
                asked.attempt(() -> parts.computeIfAbsent(lease.namespaceName(), each -> new ArrayList<>())
                        .add(new Part(asked, lease, lease.begin(asked.reservedUntil()))));
            } else {
                alone.add(asked);
            }
        }
        parts.forEach((namespace, ofIt) -> {
            for (int from = 0; from < ofIt.size(); from += store.writeLimit()) {
                write(namespace, ofIt.subList(from, Math.min(ofIt.size(), from + store.writeLimit())));
            }
        });
        alone.forEach(asked -> settle(asked, () -> asked.lease().renew(asked.reservedUntil())));
    }

    private void write(String namespace, List<Part> parts) {
        List<Write> writes = parts.stream().map(part -> part.attempt.write()).toList();
        List<Outcome> outcomes;
        try {
            outcomes = store.write(namespace, writes);
            if (outcomes.size() != parts.size()) {
                throw new BackendException(store.where(namespace) + " answered " + outcomes.size() + " of "
                        + parts.size() + " writes that were sent together");
            }
        } catch (RuntimeException | Error e) {
            parts.forEach(part -> part.asked.failed(e));
            return;
        }
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Outcome outcome = outcomes.get(i);
            settle(part.asked, () -> part.lease.settle(part.attempt, outcome));
        }
    }

    private static void settle(LeaseRenewal asked, Runnable taking) {
        if (asked.attempt(taking)) {
            asked.moved();
        }
    }
}
