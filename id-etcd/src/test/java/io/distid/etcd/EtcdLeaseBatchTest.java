package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.testkit.Eventually;
import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.EtcdOptions;
import io.distid.testservers.EtcdServer;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Records that are renewed by one transaction. */
class EtcdLeaseBatchTest {
    /** Of which two thirds are longer than a machine stands still. */
    private static final Duration RESERVATION = Duration.ofSeconds(12);

    private final EtcdServer server = EtcdFixture.server();
    private final Namespace namespace = Namespace.fresh();
    private final List<WorkerLease> held = new ArrayList<>();
    private final Deque<AutoCloseable> opened = new ArrayDeque<>();
    /** Requests that were for several leases and that the server did not take. */
    private final AtomicInteger refused = new AtomicInteger();
    /** What becomes of requests that are for several leases. */
    private final AtomicReference<StubEndpoint.@Nullable Answer> together = new AtomicReference<>();
    /** What becomes of all others. */
    private final AtomicReference<StubEndpoint.@Nullable Answer> alone = new AtomicReference<>();

    /** Each before what it needs. */
    @AfterEach
    void end() throws Exception {
        together.set(null);
        alone.set(null);
        held.forEach(WorkerLease::close);
        for (AutoCloseable each : opened) {
            each.close();
        }
    }

    /** A source of a server, whose requests are seen. */
    private WorkerIds open(EtcdServer to) throws IOException {
        StubEndpoint between = between(to);
        opened.push(between);
        WorkerIds source = namespace.open(to, "endpoints", between.url());
        opened.push(source);
        return source;
    }

    /** An endpoint that sees what is sent to a server. */
    private StubEndpoint between(EtcdServer to) throws IOException {
        return StubEndpoint.start(exchange -> {
            byte[] body = exchange.getRequestBody().readAllBytes();
            exchange.setStreams(new ByteArrayInputStream(body), null);
            String text = new String(body, StandardCharsets.UTF_8);
            int transactions = text.split("request_txn", -1).length - 1;
            StubEndpoint.Answer answer = (transactions > 1 ? together : alone).get();
            if (answer == null) {
                StubEndpoint.forward(exchange, to.plainUrl());
                if (transactions > 1 && exchange.getResponseCode() == 400) {
                    refused.incrementAndGet();
                }
            } else {
                answer.to(exchange);
            }
        });
    }

    private void acquire(WorkerIds source, int leases) {
        acquire(source, leases, 1023);
    }

    /** All at a time, so that some are due together however slow etcd is. */
    private void acquire(WorkerIds source, int leases, int lastId) {
        WorkerRequest request = request(lastId);
        List<CompletableFuture<WorkerLease>> acquired = new ArrayList<>();
        for (int i = 0; i < leases; i++) {
            CompletableFuture<WorkerLease> lease = new CompletableFuture<>();
            acquired.add(lease);
            new Thread(() -> {
                        try {
                            lease.complete(Eventually.untilAnswered(() -> source.acquire(request)));
                        } catch (Throwable e) {
                            lease.completeExceptionally(e);
                        }
                    })
                    .start();
        }
        acquired.forEach(lease -> held.add(lease.join()));
    }

    private WorkerRequest request(int lastId) {
        return new WorkerRequest(
                namespace.name(), lastId, OptionalInt.empty(), RESERVATION, "layout", "test/1", InstantSource.system());
    }

    private static void awaitRenewals(List<WorkerLease> leases) {
        Map<WorkerLease, Long> before = new HashMap<>();
        leases.forEach(lease -> before.put(lease, lease.reservedUntil()));
        Eventually.await("a renewal of each")
                .until(() -> leases.stream().allMatch(lease -> lease.reservedUntil() > before.get(lease) + 1_000));
        assertThat(leases).allSatisfy(lease -> assertThat(lease.failure()).isNull());
    }

    private void awaitFailure(String message) {
        Eventually.await("a failure that says " + message)
                .until(() -> held.stream()
                        .map(WorkerLease::failure)
                        .anyMatch(failure -> failure instanceof BackendException
                                && failure.getMessage().contains(message)));
    }

    /** etcd refuses a transaction that writes a key twice. */
    @Test
    void idThatWasTakenOnceMoreIsRenewedBesideItsFormerHolder() throws Exception {
        WorkerIds source = open(server);
        acquire(source, 1, 0);
        // A renewal of the former holder may come between.
        held.add(Eventually.untilAnswered(() -> {
            namespace.free(server, 0);
            return source.acquire(request(0));
        }));
        acquire(source, 3);
        assertThat(held.get(1).workerId()).isEqualTo(held.get(0).workerId());

        awaitRenewals(held.subList(1, 5));
        assertThat(held.subList(1, 5)).allMatch(lease -> lease.health().renewalsFailed() == 0);
        Eventually.await("the loss of the former holder")
                .until(() -> held.get(0).health().lost());
    }

    @Test
    void answerThatLacksThatOfOneRecordMovesNoBound() throws Exception {
        AtomicInteger cut = new AtomicInteger();
        WorkerIds source = open(server);
        acquire(source, 5);
        together.set(exchange -> {
            cut.incrementAndGet();
            StubEndpoint.forward(
                    exchange, server.plainUrl(), body -> body.replaceFirst("\\{\"response_txn\"", "{\"none\""));
        });
        // Else those of the batch are renewed one by one, and none fails.
        alone.set(exchange -> StubEndpoint.loseAnswer(exchange, server.plainUrl()));
        awaitFailure("that were sent together");
        assertThat(cut).hasPositiveValue();

        together.set(null);
        alone.set(null);
        awaitRenewals(held);
    }

    /** Fewer than are renewed together. */
    @Test
    void leasesAreRenewedWhereTransactionsMayHaveFewOperations() throws Exception {
        EtcdServer narrow =
                ServerAssumptions.orSkip(() -> EtcdServer.start(EtcdOptions.DEFAULT.with("--max-txn-ops=5")));
        opened.push(narrow);
        WorkerIds source = open(narrow);
        assertThatThrownBy(() -> EtcdFixture.ask(narrow, etcd -> etcd.commit(many(new Transaction(), 9))))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("too many operations");
        // So many that a few are due at a time, however slow the machine is: of twelve, a busy one had no more than
        // three in a batch.
        acquire(source, 40);
        Eventually.await("a batch that is too large").until(() -> refused.get() > 0);

        awaitRenewals(held);
        assertThat(held).allMatch(lease -> lease.health().renewalsFailed() == 0);
    }

    private static Transaction many(Transaction transaction, int reads) {
        for (int i = 0; i < reads; i++) {
            transaction.read("key-" + i);
        }
        return transaction;
    }
}
