package io.distid.db;

import io.distid.testkit.simulation.Network;
import io.distid.testkit.simulation.SimulatedProcess;
import io.distid.testkit.simulation.SimulatedRecords;
import io.distid.testkit.simulation.World;
import io.distid.worker.KnownBounds;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** A model of the table of worker ids, in a simulated cluster: what {@link WorkerTable} does in SQL, step by step. */
final class SimulatedTable extends SimulatedRecords<LeaseTable.Header, LeaseTable.Row> {
    /** What it can be made to lack: negative controls. */
    enum Flaw {
        /** Rows that are made begin with no floor. */
        NO_FLOOR,
        /** The header's count is not compared with the rows. */
        NO_COUNT,
        /** Some nodes are set to another max-ahead: what READMEs forbid. */
        OTHER_MAX_AHEAD,
        /** A row is made although ids were granted since the namespace was read. */
        ANY_HEADER,
        /** A renewal does not compare the tokens. */
        ANY_TOKEN,
        /** Every layout finds the header to be its own. */
        ANY_LAYOUT,
        /** That another server answers is not seen. */
        ANY_SERVER,
        /** A holder whose lease was over goes on where it was. */
        ANY_LATE
    }

    private final World world;
    private final Set<Flaw> flaws;
    /** How many have taken over. */
    private int server;

    SimulatedTable(World world, Set<Flaw> flaws) {
        super(world);
        this.world = world;
        this.flaws = flaws;
    }

    @Override
    public WorkerIds open(SimulatedProcess process) {
        boolean other = flaws.contains(Flaw.OTHER_MAX_AHEAD) && process.node() % 2 == 1;
        Duration maxAhead = other ? Duration.ofHours(2) : world.plan().maxAhead();
        return new MySqlWorkerIds("mysql", new Session(process, this), maxAhead);
    }

    @Override
    protected long boundOf(LeaseTable.Row row) {
        return row.reservedUntil();
    }

    /** A replica that lags is promoted. */
    @Override
    protected void restored() {
        server++;
    }

    @Override
    public boolean showsThatItWentBack() {
        return true;
    }

    private String server() {
        return flaws.contains(Flaw.ANY_SERVER) ? "" : "server " + server;
    }

    private @Nullable Long begin(String layout, long horizon) {
        boolean isOfAnother =
                rows.values().stream().anyMatch(row -> !row.layout().equals(layout));
        if (header != null || isOfAnother && !flaws.contains(Flaw.ANY_LAYOUT)) {
            return null;
        }
        long floor = clock().millis() + horizon;
        header = new LeaseTable.Header(layout, rows.size(), floor, server());
        return floor;
    }

    private @Nullable Long moveTo(LeaseTable.Snapshot read, long horizon) {
        LeaseTable.Header found = header;
        if (found == null || !found.equals(read.header()) || !read.server().equals(server())) {
            return null;
        }
        long floor = Math.max(found.floor(), clock().millis() + horizon);
        header = new LeaseTable.Header(found.layout(), found.granted(), floor, server());
        return floor;
    }

    private @Nullable Long takeUnused(
            WorkerRequest request, int id, LeaseTable.Snapshot read, String token, long reservedUntil, long horizon) {
        LeaseTable.Header found = header;
        if (flaws.contains(Flaw.NO_FLOOR) || flaws.contains(Flaw.NO_COUNT)) {
            // Flaws of the other way to make a row, which is taken then.
            return null;
        }
        if (found == null
                || !found.equals(read.header()) && !flaws.contains(Flaw.ANY_HEADER)
                || !found.layout().equals(request.fingerprint()) && !flaws.contains(Flaw.ANY_LAYOUT)
                || rows.containsKey(id)
                || isFar(reservedUntil, clock().millis(), horizon)) {
            return null;
        }
        header = new LeaseTable.Header(found.layout(), found.granted() + 1, found.floor(), found.server());
        put(request, id, token, read.now(), reservedUntil);
        return flaws.contains(Flaw.ANY_HEADER) ? read.now() : granted(request, read, read.now());
    }

    private LeaseTable.@Nullable Grant takeNew(
            WorkerRequest request,
            List<Integer> ids,
            String token,
            KnownBounds known,
            long clockOfHolder,
            long horizon) {
        LeaseTable.Header found = header;
        Integer id =
                ids.stream().filter(free -> !rows.containsKey(free)).findFirst().orElse(null);
        if (found == null
                || id == null
                || !found.server().equals(server())
                || !found.layout().equals(request.fingerprint()) && !flaws.contains(Flaw.ANY_LAYOUT)) {
            return null;
        }
        long now = clock().millis();
        boolean lost = !flaws.contains(Flaw.NO_COUNT) && rows.size() != found.granted()
                || found.floor() < known.get(LeaseTable.nameOf(request.namespace(), id));
        long floor = lost ? Math.max(found.floor(), now + horizon) : found.floor();
        header = new LeaseTable.Header(found.layout(), rows.size() + 1, floor, found.server());
        long stamped = flaws.contains(Flaw.NO_FLOOR) ? Long.MIN_VALUE : floor;
        long wanted = Math.max(clockOfHolder, stamped) + request.reservation().toMillis();
        long bound = Math.max(stamped, Math.min(wanted, now + horizon));
        put(request, id, token, now, bound);
        return new LeaseTable.Grant(id, now, stamped, bound, lost);
    }

    private @Nullable Long take(
            WorkerRequest request,
            LeaseTable.Row free,
            LeaseTable.Snapshot read,
            LeaseTable.Tokens tokens,
            long reservedUntil,
            long horizon) {
        LeaseTable.Row row = rows.get(free.id());
        long now = clock().millis();
        if (row == null
                || row.fence() != free.fence()
                || !row.token().equals(free.token())
                || row.reservedUntil() != free.reservedUntil()
                || row.expiresAt() > now && !tokens.contain(row.token())
                || isFar(reservedUntil, now, horizon)) {
            return null;
        }
        put(request, row.id(), tokens.next(), free.fence() + 1, reservedUntil);
        return granted(request, read, free.fence() + 1);
    }

    private long granted(WorkerRequest request, LeaseTable.Snapshot read, long fence) {
        if (header == null
                || !read.server().equals(server())
                || !read.server().equals(header.server())
                || read.header().floor() != header.floor()) {
            throw new NamespaceMovedException(request.namespace());
        }
        return fence;
    }

    private LeaseTable.@Nullable Standing renew(LeaseTable.Renewal renewal) {
        note(renewal);
        LeaseTable.Row row = rows.get(renewal.held().id());
        long now = clock().millis();
        return row != null && row.expiresAt() > now && move(row, renewal) ? null : new LeaseTable.Standing(row, now);
    }

    private LeaseTable.Late renewLate(List<LeaseTable.Renewal> renewals) {
        Map<LeaseTable.Renewal, LeaseTable.Standing> refused = new HashMap<>();
        for (LeaseTable.Renewal renewal : renewals) {
            note(renewal);
            LeaseTable.Row row = rows.get(renewal.held().id());
            if (row == null || !move(row, renewal)) {
                refused.put(renewal, new LeaseTable.Standing(row, clock().millis()));
            }
        }
        long floor = header == null || flaws.contains(Flaw.ANY_LATE) ? Long.MIN_VALUE : header.floor();
        return new LeaseTable.Late(floor, refused);
    }

    private void note(LeaseTable.Renewal renewal) {
        LeaseTable.Header found = header;
        if (found != null && !found.server().equals(server())) {
            long floor = Math.max(found.floor(), clock().millis() + renewal.horizon());
            header = new LeaseTable.Header(found.layout(), found.granted(), floor, server());
        }
    }

    private boolean move(LeaseTable.Row row, LeaseTable.Renewal renewal) {
        LeaseTable.Tokens tokens = renewal.tokens();
        long now = clock().millis();
        if (!isHeld(row, renewal.held(), tokens.known(), renewal.confirmed())
                || isFar(renewal.target(), now, renewal.horizon())) {
            return false;
        }
        rows.put(
                row.id(),
                new LeaseTable.Row(
                        row.id(),
                        row.layout(),
                        row.holder(),
                        tokens.next(),
                        row.fence(),
                        Math.max(row.reservedUntil(), renewal.target()),
                        now + renewal.term()));
        return true;
    }

    private boolean release(LeaseTable.Held held, List<String> tokens, long confirmed, long stampedUntil) {
        LeaseTable.Row row = rows.get(held.id());
        if (!isHeld(row, held, tokens, confirmed)) {
            return false;
        }
        rows.put(
                row.id(),
                new LeaseTable.Row(row.id(), row.layout(), row.holder(), "", row.fence() + 1, stampedUntil, 0));
        return true;
    }

    private void raise(int id, long confirmed) {
        rows.computeIfPresent(
                id,
                (same, row) -> row.reservedUntil() < confirmed
                        ? new LeaseTable.Row(id, row.layout(), row.holder(), "", row.fence() + 1, confirmed, 0)
                        : row);
    }

    private boolean isHeld(LeaseTable.@Nullable Row row, LeaseTable.Held held, List<String> tokens, long confirmed) {
        return row != null
                && row.reservedUntil() >= confirmed
                && row.fence() == held.fence()
                && (tokens.contains(row.token()) || flaws.contains(Flaw.ANY_TOKEN));
    }

    private boolean isFar(long bound, long now, long horizon) {
        return bound > now + horizon;
    }

    private void put(WorkerRequest request, int id, String token, long fence, long reservedUntil) {
        rows.put(
                id,
                new LeaseTable.Row(
                        id,
                        request.fingerprint(),
                        request.holder(),
                        token,
                        fence,
                        reservedUntil,
                        clock().millis() + request.reservation().toMillis()));
    }

    /** One process's connections. */
    private static final class Session implements LeaseTable {
        private final SimulatedProcess process;
        private final SimulatedTable table;

        Session(SimulatedProcess process, SimulatedTable table) {
            this.process = process;
            this.table = table;
        }

        @Override
        public Snapshot read(String namespace) {
            String layout = process.format().fingerprint();
            return call("read rows", () -> {
                Snapshot read = new Snapshot(
                        table.header, Map.copyOf(table.rows), table.clock().millis(), table.server());
                return table.flaws.contains(Flaw.ANY_LAYOUT) && read.header() != null
                        ? new Snapshot(
                                new Header(
                                        layout,
                                        read.header().granted(),
                                        read.header().floor(),
                                        read.header().server()),
                                read.rows(),
                                read.now(),
                                read.server())
                        : read;
            });
        }

        @Override
        public @Nullable Long begin(String namespace, String layout, long horizon) {
            return call("make the header", () -> table.begin(layout, horizon));
        }

        @Override
        public @Nullable Long moveTo(String namespace, Snapshot read, long horizon) {
            return call("move the floor", () -> table.moveTo(read, horizon));
        }

        @Override
        public @Nullable Long takeUnused(
                WorkerRequest request, int id, Snapshot read, String token, long reservedUntil, long horizon) {
            return call("make row " + id, () -> table.takeUnused(request, id, read, token, reservedUntil, horizon));
        }

        @Override
        public @Nullable Grant takeNew(
                WorkerRequest request, List<Integer> ids, String token, KnownBounds known, long horizon) {
            long clock = process.millis();
            return call("make a row of " + ids, () -> table.takeNew(request, ids, token, known, clock, horizon));
        }

        @Override
        public @Nullable Long take(
                WorkerRequest request, Row free, Snapshot read, Tokens tokens, long reservedUntil, long horizon) {
            return call("take row " + free.id(), () -> table.take(request, free, read, tokens, reservedUntil, horizon));
        }

        @Override
        public @Nullable Standing renew(Renewal renewal) {
            return call("renew row " + renewal.held().id(), () -> table.renew(renewal));
        }

        @Override
        public Late renewLate(List<Renewal> renewals) {
            return call("renew " + renewals.size() + " rows late", () -> table.renewLate(renewals));
        }

        @Override
        public boolean release(Held held, List<String> tokens, long confirmed, long stampedUntil) {
            return call("release row " + held.id(), () -> table.release(held, tokens, confirmed, stampedUntil));
        }

        @Override
        public void raise(String namespace, int id, long confirmed) {
            call("raise row " + id, () -> {
                table.raise(id, confirmed);
                return true;
            });
        }

        @Override
        public String name() {
            return "model";
        }

        @Override
        public void close() {
            // The model stays.
        }

        private <T extends @Nullable Object> T call(String what, Network.Step<T, RuntimeException> step) {
            return process.world().network().call(process, what, step);
        }
    }
}
