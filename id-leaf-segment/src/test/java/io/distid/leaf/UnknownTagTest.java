package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.testkit.Eventually;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A tag that the store does not know. */
class UnknownTagTest {
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final MemoryStore store = new MemoryStore();

    @AfterEach
    void end() {
        threads.shutdownNow();
    }

    private static String name(int number) {
        return "order-" + number;
    }

    /** The call that opened it has failed by then, for another reason. */
    @Test
    void tagThatTurnsOutToBeUnknownOnceTheStoreAnswersIsForgotten() {
        store.put("none", 7, 10).failWith(new BackendException("away"));
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT.withMaxWait(Duration.ofMillis(20)))) {
            assertThatThrownBy(() -> segments.nextId("none")).isInstanceOf(BackendException.class);
            assertThat(segments.tags()).containsExactly("none");
            store.remove("none");
            store.failWith(null);
            Waiting.await(() -> segments.tags().isEmpty());
            store.put("none", 7, 10);
            assertThat(Eventually.untilAnswered(() -> segments.nextId("none"))).isEqualTo(7);
        }
    }

    /** A caller that found it before it was forgotten must not draw from it: it is not among those that end. */
    @Test
    void tagThatWasForgottenNeverHasIds() {
        ScheduledThreadPoolExecutor loaders = LoaderThreads.create();
        AtomicInteger forgotten = new AtomicInteger();
        LeafTag tag = new LeafTag(
                "none",
                new LoadContext(store, Waiting.PATIENT, loaders, System::nanoTime),
                unknown -> forgotten.incrementAndGet());
        try {
            assertThatThrownBy(tag::nextId).isInstanceOf(ConfigException.class).hasMessage("no tag none");
            store.put("none", 7, 10);
            assertThatThrownBy(tag::nextId).isInstanceOf(ConfigException.class).hasMessage("no tag none");
            assertThat(forgotten).hasValue(1);
            assertThat(store.claims()).isEmpty();
        } finally {
            loaders.shutdownNow();
        }
    }

    /** A caller that was told that there is no such tag takes it out, while another, who came a moment later, has an id of it. */
    @Test
    void tagsThatComeWhileTheyAreAskedForAreAmongThoseThatEnd() throws Exception {
        List<String> names =
                IntStream.range(0, 3_000).mapToObj(UnknownTagTest::name).toList();
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT);
        try (segments) {
            for (String name : names) {
                List<Future<Void>> callers = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    callers.add(threads.submit(() -> {
                        untilThereIs(segments, name);
                        return null;
                    }));
                }
                store.put(name, 1, 1_000);
                for (Future<Void> caller : callers) {
                    caller.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
                }
            }
            assertThat(segments.tags()).containsExactlyInAnyOrderElementsOf(names);
        }
        for (String name : names) {
            assertThatThrownBy(() -> segments.nextId(name)).isInstanceOf(IllegalStateException.class);
        }
    }

    private static void untilThereIs(LeafSegments segments, String name) {
        while (true) {
            try {
                assertThat(segments.nextId(name)).isPositive();
                return;
            } catch (ConfigException e) {
                Thread.onSpinWait();
            }
        }
    }
}
