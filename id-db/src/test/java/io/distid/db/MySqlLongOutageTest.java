package io.distid.db;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.BackendException;
import io.distid.db.LeaseTable.Renewal;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.testkit.Eventually;
import io.distid.testkit.Leases;
import io.distid.testservers.Database;
import io.distid.worker.RenewedLease;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerIdsProvider;
import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Leases that nobody answered for so long that each has as many tokens as a lease can have. */
class MySqlLongOutageTest {
    private static final int LEASES = 20;
    /** As many as a lease keeps. */
    private static final int ATTEMPTS = 64;
    /** Of a statement, for the row's own token and those of the attempts. */
    private static final int MEMBERS_OF_EACH = ATTEMPTS / 2 + 1;

    /** Leases of a full statement. */
    private static final int FIT = MySqlLeaseBatch.MOST / MEMBERS_OF_EACH;

    private static final Duration RESERVATION = Duration.ofSeconds(3);

    private final Database database = Servers.shared().createDatabase();
    /** How many leases each statement was for, and how many members it had. */
    private final List<Integer> leasesOf = new CopyOnWriteArrayList<>();

    private final List<Integer> membersOf = new CopyOnWriteArrayList<>();
    private final CountDownLatch renewing = new CountDownLatch(1);
    private final CountDownLatch allDue = new CountDownLatch(1);
    private volatile boolean answering = true;
    private final WorkerIds source = new MySqlWorkerIds("mysql", table(), Duration.ofSeconds(1));

    @AfterEach
    void close() {
        allDue.countDown();
        source.close();
    }

    @Test
    void leasesWithTheMostTokensAreRenewedByStatementsOfABoundedSize() throws Exception {
        WorkerRequest request = Workers.request(1023).withReservation(RESERVATION);
        RenewedLease first = Leases.byHand(source, request.withPreferredId(0));
        List<RenewedLease> leases = new ArrayList<>();
        for (int i = 0; i < LEASES; i++) {
            // Ids that nobody had: else one whose reservation is over by then would be taken anew.
            leases.add(Leases.byHand(source, request.withPreferredId(i + 1)));
        }
        answering = false;
        leases.forEach(lease -> {
            for (int i = 0; i < ATTEMPTS; i++) {
                assertThat(lease.renew()).isFalse();
            }
        });
        answering = true;

        // The one thread that renews is kept, until all the others are due, and so renewed together.
        RenewedLease.ON_A_THREAD.accept(first);
        assertThat(renewing.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS))
                .isTrue();
        leases.forEach(RenewedLease.ON_A_THREAD);
        long start = System.nanoTime();
        Eventually.await("all to be due").until(() -> System.nanoTime() - start > RESERVATION.toNanos() / 3);
        allDue.countDown();

        Eventually.await("all to be renewed")
                .until(() -> leases.stream().allMatch(lease -> lease.health().renewals() > 0));
        int rest = LEASES - 2 * FIT;
        assertThat(leasesOf).startsWith(FIT, FIT, rest);
        assertThat(membersOf).startsWith(FIT * MEMBERS_OF_EACH, FIT * MEMBERS_OF_EACH, rest * MEMBERS_OF_EACH);
        assertThat(membersOf).allMatch(members -> members <= MySqlLeaseBatch.MOST);
        // The second statement failed, and that was the answer to its own leases alone.
        assertThat(leases.stream().filter(lease -> lease.health().renewalsFailed() == ATTEMPTS + 1))
                .hasSize(FIT);
        assertThat(leases.stream().filter(lease -> lease.health().renewalsFailed() == ATTEMPTS))
                .hasSize(LEASES - FIT);
        first.close();
        leases.forEach(RenewedLease::close);
    }

    private LeaseTable table() {
        WorkerTable real = new WorkerTable(
                IdConfig.of(Providers.find(WorkerIdsProvider.class, "mysql"), Servers.config(database)));
        return Proxies.proxy(LeaseTable.class, (method, arguments) -> {
            if (method.getName().equals("renew")) {
                beforeRenewal(arguments[0]);
            }
            return method.invoke(real, arguments);
        });
    }

    private void beforeRenewal(Object asked) throws InterruptedException {
        if (asked instanceof List<?> several) {
            leasesOf.add(several.size());
            membersOf.add(several.stream()
                    .mapToInt(each -> (((Renewal) each).tokens().known().size() + 1) / 2)
                    .sum());
            if (leasesOf.size() == 2) {
                throw new BackendException("the answer is lost");
            }
        } else if (!answering) {
            throw new BackendException("no answer");
        } else {
            renewing.countDown();
            allDue.await(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }
}
