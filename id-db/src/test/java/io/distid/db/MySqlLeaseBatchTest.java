package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.db.LeaseTable.Held;
import io.distid.db.LeaseTable.Renewal;
import io.distid.db.LeaseTable.Row;
import io.distid.db.LeaseTable.Standing;
import io.distid.db.LeaseTable.Tokens;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.LeaseCrowd;
import io.distid.testservers.Database;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import java.sql.Connection;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Rows that are renewed by one statement. */
class MySqlLeaseBatchTest {
    private static final long TERM = 60_000;
    private static final long HORIZON = 3_600_000;

    private final Database database = Servers.shared().createDatabase();
    private final WorkerIds source = Workers.leased(database);
    private final WorkerTable table =
            new WorkerTable(IdConfig.of(Providers.find(WorkerIdsProvider.class, "mysql"), Servers.config(database)));

    @AfterEach
    void close() {
        table.close();
        source.close();
    }

    @Test
    @Tag("slow")
    void manyLeasesAreRenewedByFewThreads() {
        LeaseCrowd.requireFewThreads(source, Workers.request(1023).withReservation(Duration.ofSeconds(30)), 300);
    }

    @Test
    void allRowsAreMovedAndGetTheirOwnBoundsAndTokens() {
        List<Row> rows = taken(20);
        List<Renewal> renewals =
                rows.stream().map(row -> renewal(row, row.id())).toList();
        assertThat(table.renew(renewals)).isEmpty();
        Map<Integer, Row> after = rows();
        for (Row row : rows) {
            Row now = after.get(row.id());
            assertThat(now.token()).isEqualTo("next-" + row.id());
            assertThat(now.reservedUntil()).isEqualTo(row.reservedUntil() + row.id());
            assertThat(now.fence()).isEqualTo(row.fence());
            assertThat(now.expiresAt()).isNotZero();
        }
        // A repeat, as after an answer that was lost.
        assertThat(table.renew(renewals)).isEmpty();
        assertThat(rows().get(rows.get(3).id()).reservedUntil())
                .isEqualTo(after.get(rows.get(3).id()).reservedUntil());
    }

    @Test
    void rowsThatAreRefusedToldAsTheyStandAndTheOthersMoved() throws Exception {
        List<Row> rows = taken(8);
        execute(update("fence = fence + 1", rows.get(0)));
        execute(update("token = 'copy'", rows.get(1)));
        execute("DELETE FROM distid_worker WHERE worker_id = " + rows.get(2).id());
        execute(update("reserved_until = reserved_until - 1", rows.get(3)));
        List<Renewal> renewals = new ArrayList<>();
        rows.forEach(row -> renewals.add(renewal(row, 5)));
        // Beyond the horizon.
        renewals.set(4, renewal(rows.get(4), 10 * HORIZON));
        Map<Renewal, Standing> refused = table.renew(renewals);
        assertThat(refused.keySet()).containsExactlyInAnyOrderElementsOf(renewals.subList(0, 5));
        assertThat(refused.get(renewals.get(0)).row().fence())
                .isEqualTo(rows.get(0).fence() + 1);
        assertThat(refused.get(renewals.get(1)).row().token()).isEqualTo("copy");
        assertThat(refused.get(renewals.get(2)).row()).isNull();
        assertThat(refused.get(renewals.get(3)).row().reservedUntil())
                .isEqualTo(rows.get(3).reservedUntil() - 1);
        assertThat(refused.get(renewals.get(4)).row())
                .isEqualTo(rows().get(rows.get(4).id()));
        Map<Integer, Row> after = rows();
        for (Row moved : rows.subList(5, 8)) {
            assertThat(after.get(moved.id()).reservedUntil()).isEqualTo(moved.reservedUntil() + 5);
        }
        for (Row kept : rows.subList(0, 2)) {
            assertThat(after.get(kept.id()).reservedUntil()).isEqualTo(kept.reservedUntil());
        }
    }

    /** By steps of their own, together, with the floor as it is once the header names the server. */
    @Test
    void rowsWhoseLeasesAreOverAreMovedWithTheFloorTold() throws Exception {
        List<Row> rows = taken(5);
        List<Renewal> renewals = rows.stream().map(row -> renewal(row, 5)).toList();
        for (Row row : rows.subList(0, 4)) {
            execute(update("expires_at = 1", row));
        }
        execute(update("token = 'copy'", rows.get(0)));
        Map<Renewal, Standing> over = table.renew(renewals);
        assertThat(over.keySet()).containsExactlyInAnyOrderElementsOf(renewals.subList(0, 4));
        assertThat(renewals.get(0).isLate(over.get(renewals.get(0)))).isFalse();
        List<Renewal> late = renewals.subList(1, 4);
        assertThat(late).allMatch(renewal -> renewal.isLate(over.get(renewal)));
        execute("UPDATE distid_worker SET holder = '7 at elsewhere:3306' WHERE worker_id = -1");
        long before = table.read(Workers.NAMESPACE).now();

        LeaseTable.Late answer = table.renewLate(renewals.subList(0, 4));

        assertThat(answer.refused().keySet()).containsExactly(renewals.get(0));
        assertThat(answer.floor()).isGreaterThanOrEqualTo(before + HORIZON);
        assertThat(table.read(Workers.NAMESPACE).namesItsServer()).isTrue();
        Map<Integer, Row> after = rows();
        for (Row moved : rows.subList(1, 5)) {
            assertThat(after.get(moved.id()).reservedUntil()).isEqualTo(moved.reservedUntil() + 5);
            assertThat(after.get(moved.id()).expiresAt()).isGreaterThan(before);
        }
        assertThat(after.get(rows.get(0).id()).reservedUntil())
                .isEqualTo(rows.get(0).reservedUntil());
    }

    /** Of attempts that were carried out and not answered. */
    @Test
    void rowWithAnyTokenOfItsHolderIsMoved() throws Exception {
        List<Row> rows = taken(3);
        execute(update("token = 'tried-2'", rows.get(1)));
        List<Renewal> renewals = new ArrayList<>();
        for (Row row : rows) {
            String next = "next-" + row.id();
            Tokens tokens = new Tokens(List.of(row.token(), "tried-1", "tried-2", "tried-3", next), next);
            renewals.add(new Renewal(held(row), tokens, row.reservedUntil(), row.reservedUntil() + 1, TERM, HORIZON));
        }
        assertThat(table.renew(renewals)).isEmpty();
        assertThat(rows().get(rows.get(1).id()).token())
                .isEqualTo("next-" + rows.get(1).id());
    }

    /** Of two copies of a process, though they renew by one statement. */
    @Test
    void oneOfTwoCopiesIsRefused() {
        Row row = taken(1).get(0);
        Renewal one = new Renewal(
                held(row),
                new Tokens(List.of(row.token(), "one"), "one"),
                row.reservedUntil(),
                row.reservedUntil(),
                TERM,
                HORIZON);
        Renewal other = new Renewal(
                held(row),
                new Tokens(List.of(row.token(), "two"), "two"),
                row.reservedUntil(),
                row.reservedUntil(),
                TERM,
                HORIZON);
        assertThat(table.renew(List.of(one, other))).hasSize(1);
    }

    /** Also of a table with rows so few that the server would rather read them all. */
    @Test
    void rowThatIsLockedKeepsOnlyABatchWaitingThatHoldsIt() throws Exception {
        List<Row> rows = taken(4);
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            connection.setAutoCommit(false);
            statement.executeUpdate(update("expires_at = expires_at + 1", rows.get(0)));
            List<Renewal> others =
                    rows.subList(1, 4).stream().map(row -> renewal(row, 1)).toList();
            assertThat(table.renew(others)).isEmpty();
            List<Renewal> all = rows.stream().map(row -> renewal(row, 2)).toList();
            assertThatExceptionOfType(BackendException.class).isThrownBy(() -> table.renew(all));
            connection.rollback();
        }
        // Nothing of it was carried out.
        assertThat(rows().get(rows.get(2).id()).reservedUntil())
                .isEqualTo(rows.get(2).reservedUntil() + 1);
    }

    private List<Row> taken(int count) {
        Set<Integer> ids = new HashSet<>();
        for (int i = 0; i < count; i++) {
            ids.add(source.acquire(Workers.request(1023).withRenewer(lease -> {}))
                    .workerId());
        }
        return rows().values().stream().filter(row -> ids.contains(row.id())).toList();
    }

    private Map<Integer, Row> rows() {
        return table.read(Workers.NAMESPACE).rows();
    }

    private static Held held(Row row) {
        return new Held(Workers.NAMESPACE, row.id(), row.fence());
    }

    private static Renewal renewal(Row row, long further) {
        String next = "next-" + row.id();
        return new Renewal(
                held(row),
                new Tokens(List.of(row.token(), next), next),
                row.reservedUntil(),
                row.reservedUntil() + further,
                TERM,
                HORIZON);
    }

    private static String update(String change, Row row) {
        return "UPDATE distid_worker SET " + change + " WHERE namespace = '" + Workers.NAMESPACE + "' AND worker_id = "
                + row.id();
    }

    private void execute(String sql) throws Exception {
        try (Connection connection = database.connect();
                Statement statement = connection.createStatement()) {
            statement.executeUpdate(sql);
        }
    }
}
