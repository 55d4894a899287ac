package io.distid.bench.subject;

import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Leaf's segments, on MySQL, PostgreSQL and etcd. Stateless. */
public final class LeafSubjects implements Subjects {
    private static final String TAG = "bench";
    /** The step of Leaf's own example. */
    private static final int STEP = 2000;

    private final StrategyRows rows =
            new StrategyRows("leaf-segment", (node, servers) -> onSql(ServerKind.MYSQL, servers));

    @Override
    public List<Subject> rows() {
        return List.of(
                rows.plain(),
                rows.row("leaf-segment order=thread", Map.of("order", "thread")),
                // For a team with etcd. A claim is one write to it, for any number of ids.
                rows.row("leaf-segment store=etcd", Map.of("store", "etcd"), (node, servers) -> onEtcd(servers)),
                rows.row(
                        "leaf-segment postgresql",
                        Map.of("store", "postgresql"),
                        (node, servers) -> onSql(ServerKind.POSTGRESQL, servers)));
    }

    @Override
    public Map<FaultRun, List<String>> underFaults() {
        List<String> plain = List.of("leaf-segment");
        return Map.of(FaultRun.QUICK, plain, FaultRun.QUICK_ON_SERVERS, plain, FaultRun.SOAK, plain);
    }

    /** Settings with its own tag. The table has its step. */
    private static Map<String, String> onSql(ServerKind kind, Servers servers) {
        return Subject.with(
                servers.sql(kind, "store."),
                "store",
                kind.name().toLowerCase(Locale.ROOT),
                "tag",
                LeafAllocTable.create(servers.database(kind), TAG, STEP));
    }

    /** Settings with a tag of this run, and the same step as in the table of the other rows. */
    private static Map<String, String> onEtcd(Servers servers) {
        return Map.of(
                "store.endpoints", servers.etcd(),
                "store.create", "true",
                "store.step", Integer.toString(STEP),
                "tag", servers.runName());
    }
}
