package io.distid.bench.report;

import io.distid.bench.results.Results;
import io.distid.bench.results.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;

/** The rows with figures that stand below one title. */
record RowGroup(String title, String sentence, List<Row> rows) {
    /** The groups in the order of the report. Only the first may be empty. */
    static List<RowGroup> of(Results results) {
        List<RowGroup> groups = new ArrayList<>();
        Predicate<Row> local = row -> row.server() == null;
        Predicate<Row> peer = row -> row.origin().library() != null;
        groups.add(of(results, "in-process", "No round trip for an id.", local.and(peer.negate())));
        groups.add(of(
                results, "peers, in-process", "Other libraries, each as its own README recommends.", local.and(peer)));
        results.environment()
                .servers()
                .forEach(server -> groups.add(of(
                        results,
                        "over the network to " + server,
                        "Ids cost round trips to a real server on the same machine.",
                        row -> server.equals(row.server()))));
        groups.removeIf(group -> group.rows().isEmpty() && group != groups.get(0));
        return groups;
    }

    private static RowGroup of(Results results, String title, String sentence, Predicate<Row> which) {
        return new RowGroup(
                title,
                sentence,
                results.strategies().stream().filter(which.and(Row::hasFigures)).toList());
    }
}
