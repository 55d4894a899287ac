package io.distid.worker;

import io.distid.BackendException;
import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Outcome;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Renews leases of one source together, usually with one request for each namespace. */
record StoreLeaseBatch(RecordStore store) implements LeaseBatch {

    private record Part(int index, StoreLease lease, StoreLease.Attempt attempt) {}

    @Override
    public List<@Nullable Throwable> renew(List<Move> moves) {
        @Nullable Throwable[] failures = new Throwable[moves.size()];
        Map<String, List<Part>> parts = new LinkedHashMap<>();
        Set<String> names = new HashSet<>();
        for (int i = 0; i < moves.size(); i++) {
            int index = i;
            long bound = moves.get(i).bound();
            StoreLease lease = (StoreLease) moves.get(i).lease();
            failures[i] = failure(() -> {
                // An id comes twice if it was taken again while its former holder had no answer.
                if (names.add(StoreLease.nameOf(lease.namespaceName(), lease.id()))) {
                    parts.computeIfAbsent(lease.namespaceName(), each -> new ArrayList<>())
                            .add(new Part(index, lease, lease.begin(bound)));
                } else {
                    lease.renew(bound);
                }
            });
        }
        parts.forEach((namespace, ofIt) -> {
            for (int from = 0; from < ofIt.size(); from += store.writeLimit()) {
                write(namespace, ofIt.subList(from, Math.min(ofIt.size(), from + store.writeLimit())), failures);
            }
        });
        return Arrays.asList(failures);
    }

    private void write(String namespace, List<Part> parts, @Nullable Throwable[] failures) {
        List<Outcome> outcomes;
        try {
            outcomes = store.write(
                    namespace, parts.stream().map(part -> part.attempt.write()).toList());
            if (outcomes.size() != parts.size()) {
                throw new BackendException(store.where(namespace) + " answered " + outcomes.size() + " of "
                        + parts.size() + " writes that were sent together");
            }
        } catch (RuntimeException | Error e) {
            parts.forEach(part -> failures[part.index] = e);
            return;
        }
        StoreNamespace.LaterHeader later = new StoreNamespace.LaterHeader();
        for (int i = 0; i < parts.size(); i++) {
            Part part = parts.get(i);
            Outcome outcome = outcomes.get(i);
            failures[part.index] = failure(() -> part.lease.settle(part.attempt, outcome, later));
        }
    }

    private static @Nullable Throwable failure(Runnable step) {
        try {
            step.run();
            return null;
        } catch (RuntimeException | Error e) {
            return e;
        }
    }
}
