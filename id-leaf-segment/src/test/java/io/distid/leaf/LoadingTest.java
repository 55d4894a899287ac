package io.distid.leaf;

import static io.distid.leaf.Waiting.await;
import static io.distid.leaf.Waiting.awaitParked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.IdsExhaustedException;
import io.distid.InterruptedIdException;
import io.distid.SegmentStats;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.FutureTask;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LoadingTest {
    private static final LeafOptions PATIENT = Waiting.PATIENT;
    private static final LeafOptions HASTY = LeafOptions.DEFAULT.withMaxWait(Duration.ofMillis(500));

    private final MemoryStore store = new MemoryStore().put("order", 1, 10);
    private LeafSegments segments = LeafSegments.open(store, PATIENT);

    @AfterEach
    void close() {
        store.failWith(null);
        segments.close();
    }

    @Test
    void theNextSegmentIsLoadedOnceATenthIsUsed() {
        assertThat(segments.nextId("order")).isEqualTo(1);
        assertThat(store.claims()).hasSize(1);
        assertThat(segments.nextId("order")).isEqualTo(2);
        await(() -> store.claims().size() == 2);
    }

    @Test
    void manyCallersShareOneLoad() throws Exception {
        Semaphore gate = store.hold();
        List<FutureTask<Long>> calls = new ArrayList<>();
        for (int i = 0; i < 16; i++) {
            calls.add(inBackground());
        }
        gate.release(10_000);
        for (FutureTask<Long> call : calls) {
            assertThat(call.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)).isBetween(1L, 30L);
        }
        assertThat(store.mostUnderWay()).isEqualTo(1);
    }

    @Test
    void noTwoLoadsOfATagAreEverUnderWay() throws Exception {
        List<FutureTask<Long>> draws = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            draws.add(background(() -> {
                long last = 0;
                for (int n = 0; n < 20_000; n++) {
                    last = segments.nextId("order");
                }
                return last;
            }));
        }
        for (FutureTask<Long> draw : draws) {
            draw.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
        assertThat(store.mostUnderWay()).isEqualTo(1);
    }

    @Test
    void aCallerThatOutrunsTheLoadWaitsForIt() throws Exception {
        segments.nextId("order");
        Semaphore gate = store.hold();
        segments.nextIds("order", new long[9], 0, 9);
        FutureTask<Long> waiting = inBackground();
        await(gate::hasQueuedThreads);
        assertThat(waiting.isDone()).isFalse();
        gate.release();
        assertThat(waiting.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(11);
        gate.release(100);
    }

    @Test
    void onceOutrunTheSegmentAfterTheNextIsLoadedAtOnceAndNoMore() throws Exception {
        segments.nextId("order");
        Semaphore gate = store.hold();
        segments.nextIds("order", new long[9], 0, 9);
        FutureTask<Long> waiting = inBackground();
        await(gate::hasQueuedThreads);
        gate.release();
        assertThat(waiting.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)).isEqualTo(11);
        await(gate::hasQueuedThreads);
        gate.release(100);
        await(() -> segments.stats("order").orElseThrow().left() == 19);
        segments.close();
        assertThat(store.claims()).as("not even a tenth of the second was used").hasSize(3);
    }

    @Test
    void withoutPrefetchNothingIsLoadedAheadThoughEachSegmentIsOutrun() {
        segments.close();
        segments = LeafSegments.open(
                store, new LeafOptions(100, PATIENT.step(), Eventually.LIMIT, Duration.ofMinutes(1), 0));
        segments.nextIds("order", new long[25], 0, 25);
        segments.close();
        assertThat(store.claims()).hasSize(3);
    }

    @Test
    void aCallerGetsTheLoadsOwnCause() {
        IdsExhaustedException cause = new IdsExhaustedException("nothing left");
        segments.nextIds("order", new long[1], 0, 1);
        store.failWith(cause);
        assertThatThrownBy(() -> segments.nextIds("order", new long[10], 0, 10))
                .isInstanceOf(IdsExhaustedException.class)
                .hasMessage("nothing left")
                .hasCause(cause);
    }

    @Test
    void idsGoOnToTheEndOfWhatIsInHandAndResumeByThemselves() {
        segments.close();
        segments = LeafSegments.open(store, HASTY);
        Eventually.untilAnswered(() -> segments.nextId("order"));
        assertThat(Eventually.untilAnswered(() -> segments.nextId("order"))).isEqualTo(2);
        await(() -> segments.stats("order").orElseThrow().left() == 18);
        BackendException away = new BackendException("the database is away");
        store.failWith(away);
        for (long id = 3; id <= 20; id++) {
            assertThat(segments.nextId("order")).isEqualTo(id);
        }
        // Until then there is no cause to tell.
        await(() -> segments.stats("order").orElseThrow().failures() > 0);
        assertThatThrownBy(() -> segments.nextId("order"))
                .isInstanceOf(BackendException.class)
                .hasMessage("no ids of tag \"order\" came within max-wait = 500 ms: the database is away")
                .hasCause(away);
        SegmentStats down = segments.stats("order").orElseThrow();
        assertThat(down.failures()).isPositive();
        assertThat(down.lastFailure()).isEqualTo("the database is away");

        store.failWith(null);
        await(() -> segments.stats("order").orElseThrow().left() > 0);
        assertThat(segments.nextId("order")).isEqualTo(21);
        assertThat(segments.stats("order").orElseThrow().lastFailure()).isNull();
    }

    @Test
    void aStoreThatDoesNotAnswerIsAnErrorAtTheDeadline() {
        segments.close();
        segments = LeafSegments.open(store, HASTY);
        Semaphore gate = store.hold();
        long start = System.nanoTime();
        assertThatThrownBy(() -> segments.nextId("order"))
                .isInstanceOf(BackendException.class)
                .hasMessage("no ids of tag \"order\" came within max-wait = 500 ms: "
                        + "the store has not answered yet; ids go on once it does");
        assertThat(System.nanoTime() - start).isGreaterThanOrEqualTo(500_000_000);
        gate.release(100);
    }

    @Test
    void anUnexpectedErrorDoesNotStopLoading() {
        segments.close();
        segments = LeafSegments.open(store, HASTY);
        store.failWith(new IllegalStateException("a bug"));
        Eventually.await("the cause")
                .untilAsserted(() -> assertThatThrownBy(() -> segments.nextId("order"))
                        .isInstanceOf(BackendException.class)
                        .hasMessageContaining("a bug"));
        store.failWith(null);
        await(() -> segments.stats("order").orElseThrow().left() > 0);
        assertThat(segments.nextId("order")).isEqualTo(1);
    }

    @Test
    void interruptionEndsTheWaitAndNothingElse() throws Exception {
        Semaphore gate = store.hold();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        AtomicReference<Boolean> flag = new AtomicReference<>();
        Thread caller = new Thread(() -> {
            thrown.set(catchThrowable(() -> segments.nextId("order")));
            flag.set(Thread.currentThread().isInterrupted());
        });
        caller.start();
        awaitParked(caller);
        caller.interrupt();
        caller.join(Eventually.LIMIT.toMillis());
        assertThat(thrown.get())
                .isInstanceOf(InterruptedIdException.class)
                .hasMessage("interrupted while waiting for ids of tag \"order\"");
        assertThat(flag.get()).isTrue();
        gate.release(100);
        assertThat(segments.nextId("order")).isEqualTo(1);
    }

    @Test
    void closeEndsTheWait() throws Exception {
        Semaphore gate = store.hold();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread caller = new Thread(() -> thrown.set(catchThrowable(() -> segments.nextId("order"))));
        caller.start();
        awaitParked(caller);
        Thread closer = new Thread(segments::close);
        closer.start();
        caller.join(Eventually.LIMIT.toMillis());
        assertThat(thrown.get()).isInstanceOf(IllegalStateException.class);
        gate.release(100);
        closer.join(Eventually.LIMIT.toMillis());
        assertThat(closer.isAlive()).isFalse();
        assertThat(store.maxId("order"))
                .as("the segment that arrived late was given back")
                .isEqualTo(1);
    }

    @Test
    void closeEndsTheThreads() {
        segments.nextIds("order", new long[100], 0, 100);
        Set<Thread> loaders = store.callers();
        assertThat(loaders).isNotEmpty().allSatisfy(thread -> {
            assertThat(thread.getName()).startsWith("distid-leaf-loader-");
            assertThat(thread.isDaemon()).isTrue();
        });
        segments.close();
        await(() -> loaders.stream().noneMatch(Thread::isAlive));
    }

    private FutureTask<Long> inBackground() {
        return background(() -> segments.nextId("order"));
    }

    private static FutureTask<Long> background(java.util.concurrent.Callable<Long> call) {
        FutureTask<Long> task = new FutureTask<>(call);
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
        return task;
    }
}
