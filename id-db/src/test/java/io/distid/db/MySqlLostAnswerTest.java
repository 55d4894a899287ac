package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.sql.Servers;
import io.distid.sql.Workers;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.testservers.SqlServer;
import io.distid.testservers.fault.LossyLink;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import java.net.InetSocketAddress;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Statements that are carried out, and whose answers are lost. */
class MySqlLostAnswerTest {
    /** More than any step has, a login included. */
    private static final int ANSWERS = 24;

    private final SqlServer server = Servers.shared();
    private final Database database = server.createDatabase();
    private final LossyLink link = new LossyLink(new InetSocketAddress(server.host(), server.port()));

    @AfterEach
    void close() {
        link.close();
    }

    @Test
    void takerOfTheOnlyIdHasItWhicheverAnswerIsLost() throws SQLException {
        try (WorkerIds source = Workers.leased(through())) {
            for (int answer = 0; answer < ANSWERS; answer++) {
                Servers.execute(database, "DELETE FROM distid_worker");
                for (int time = 0; time < 2; time++) {
                    WorkerLease lease = acquireWithout(source, answer);
                    assertThat(lease.workerId()).isZero();
                    assertThat(Servers.number(database, "SELECT made FROM distid_worker WHERE worker_id = -2"))
                            .as("records made, answer %d lost", answer)
                            .isEqualTo(1);
                    lease.release(lease.stampedUntil());
                }
            }
            // Three to a grant, and those to a log-in, of two grants each.
            assertThat(link.answersDropped()).isGreaterThan(2 * 3);
        }
    }

    @Test
    void renewalWhoseAnswerIsLostIsRepeated() {
        try (WorkerIds source = Workers.leased(through())) {
            RenewedLease lease = Leases.byHand(source, Workers.request(0));
            Leases.renewAbove(lease, lease.stampedUntil());
            for (int i = 0; i < 4; i++) {
                link.dropNextAnswer();
                Leases.renewAbove(lease, lease.reservedUntil());
            }
            assertThat(link.answersDropped()).isEqualTo(4);
            assertThat(lease.failure()).isNull();
            assertThat(lease.health().renewalsFailed()).isZero();
            lease.close();
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"mysql-auto-increment", "mysql-replace-into", "mysql-update"})
    void noTicketIsDrawnTwice(String strategy) {
        Set<Long> ids = new HashSet<>();
        long drawn = 0;
        try (LongIdGenerator generator = IdGenerators.openLong(strategy, Servers.config(through()));
                LongIdGenerator other = IdGenerators.openLong(strategy, Servers.config(database))) {
            link.dropAnswers(0.06, 7);
            while (ids.size() < 300) {
                long others = other.nextId();
                assertThat(ids.add(others))
                        .as("id %d for the first time", others)
                        .isTrue();
                try {
                    if (drawn % 3 == 0) {
                        long[] batch = new long[5];
                        generator.nextIds(batch, 0, batch.length);
                        for (long id : batch) {
                            assertThat(ids.add(id))
                                    .as("id %d for the first time", id)
                                    .isTrue();
                        }
                    } else {
                        long id = generator.nextId();
                        assertThat(ids.add(id))
                                .as("id %d for the first time", id)
                                .isTrue();
                    }
                } catch (BackendException e) {
                    // What came of it nobody knows; the ids are left out.
                }
                drawn++;
            }
            link.dropAnswers(0, 0);
        }
        assertThat(link.answersDropped()).isPositive();
    }

    /** Asks twice, the second time if the answer that was lost was one too many for the first. */
    private WorkerLease acquireWithout(WorkerIds source, int answer) {
        link.dropAnswerAfter(answer);
        try {
            return Leases.byHand(source, Workers.request(0));
        } catch (BackendException e) {
            link.dropAnswerAfter(-1);
            return Leases.byHand(source, Workers.request(0));
        } finally {
            link.dropAnswerAfter(-1);
        }
    }

    private Database through() {
        return Servers.through(database, link.address());
    }
}
