package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.distid.Coordination;
import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.IdStats;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.spi.IdConfig;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import io.distid.testkit.ConcurrentRunner;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * The contract of generators of either kind; see {@link LongIdGeneratorContract} and {@link UuidGeneratorContract}.
 *
 * <p>Each generator is tested by its own {@link IdTraits}: a stronger claim brings stronger tests, and every claim is tested.
 * The tests of settings and of ids are inherited; this class tests a generator's life. Not safe for use by several threads: a
 * test runs on one.
 *
 * @param <G> the kind of generator
 */
public abstract sealed class IdGeneratorContract<G extends IdGenerator> extends IdGeneratorStreams<G>
        permits LongIdGeneratorContract, UuidGeneratorContract {
    private static final int RECORDED = 50_000;

    IdGeneratorContract() {}

    /** An open generator keeps all claims that were made before it was open; it may add notes. */
    @Test
    final void claimsBeforeOpeningHold() {
        IdGeneratorProvider provider = Providers.find(IdGeneratorProvider.class, strategy());
        IdTraits before = provider.traits(IdConfig.of(provider, IdGenerators.keys(provider), config(0)));
        assumeTrue(before != null, "claims are known once it is open");
        try (G generator = open(0)) {
            IdTraits open = generator.traits();
            assertThat(open.notes()).as("notes").containsAll(before.notes());
            assertThat(withNotes(before, open.notes())).as("claims").isEqualTo(open);
        }
    }

    private static IdTraits withNotes(IdTraits traits, List<String> notes) {
        return new IdTraits(
                traits.strategy(),
                traits.bits(),
                traits.ordering(),
                traits.timeSorted(),
                traits.coordination(),
                traits.safety(),
                traits.idsPerSecond(),
                traits.endOfLife(),
                notes);
    }

    @Test
    final void traitsAreCoherent() {
        try (G generator = open(0)) {
            IdTraits traits = generator.traits();
            assertThat(traits.strategy()).as("strategy").isEqualTo(strategy());
            requireBits(traits.bits(), next(generator));
            assertThat(generator.traits()).as("traits after an id").isEqualTo(traits);
            assertThat(traits.notes()).as("notes").noneMatch(String::isBlank);
            if (traits.endOfLife() != null) {
                assertThat(traits.endOfLife()).as("end of life").isAfter(Instant.now());
            }
            if (traits.safety() == Safety.RANDOM) {
                assertThat(traits.notes())
                        .as("a note on the probability of a repeat")
                        .isNotEmpty();
            }
            if (traits.ordering() == Ordering.GLOBAL) {
                assertThat(traits.coordination())
                        .as("coordination of an order across generators")
                        .isIn(Coordination.PER_ID, Coordination.PER_BATCH);
            }
        }
    }

    @Test
    final void decoratedGeneratorIsWatchedLikeItsDelegate() {
        Map<String, String> hex = new HashMap<>(config(0));
        Class<?> type;
        List<String> figures;
        try (G generator = open(0)) {
            type = generator.getClass();
            next(generator);
            figures = present(generator.stats());
        }
        hex.put("text", "hex");
        try (G decorated = open(hex)) {
            next(decorated);
            assertThat(decorated.unwrap(type)).as("what is decorated").isInstanceOf(type);
            assertThat(present(decorated.stats()))
                    .as("figures in the stats of a decorated generator")
                    .isEqualTo(figures);
        }
    }

    @Test
    final void closeIsIdempotentAndEndsEveryMethod() {
        G generator = open(0);
        next(generator);
        assertThat(generator.stats().closed()).as("closed by stats").isFalse();
        generator.close();
        assertThatCode(generator::close).as("second close").doesNotThrowAnyException();
        refusedAfterClose("a single id", () -> List.of(next(generator)));
        refusedAfterClose("a batch", () -> batch(generator, 4));
        refusedAfterClose("a text", () -> List.of(parse(generator.nextText())));
        assertThat(generator.traits().strategy()).as("traits after close").isEqualTo(strategy());
        assertThat(generator.stats().closed()).as("closed by stats").isTrue();
    }

    @Test
    final void closeWhileOthersDrawRepeatsNothing() {
        G generator = open(0);
        int threads = threadsPerNode();
        CountDownLatch drawing = new CountDownLatch(threads);
        AtomicBoolean closed = new AtomicBoolean();
        List<List<Id>> streams = new ArrayList<>(ConcurrentRunner.run(threads + 1, patience(), member -> {
            if (member < threads) {
                return drawUntilClosed(generator, drawing, closed);
            }
            drawing.await();
            generator.close();
            closed.set(true);
            return List.of();
        }));
        try (G successor = open(0)) {
            streams.add(batch(successor, 100));
        }
        DuplicateChecker.refuse(streams);
    }

    @Test
    final void nodeThatIsClosedAndOpenedAgainRepeatsNothing() {
        List<List<Id>> streams = new ArrayList<>();
        for (int life = 0; life < 4; life++) {
            try (G generator = open(0)) {
                List<Id> ids = new ArrayList<>(batch(generator, 50));
                ids.add(next(generator));
                streams.add(ids);
            }
        }
        DuplicateChecker.refuse(streams);
    }

    @Test
    final void interruptIsNeitherLostNorAHang() {
        try (G generator = open(0)) {
            List<Id> drawn = new ArrayList<>();
            drawn.addAll(drawInterrupted("a single id", () -> List.of(next(generator))));
            drawn.addAll(drawInterrupted("a batch", () -> batch(generator, 16)));
            drawn.add(next(generator));
            drawn.addAll(batch(generator, 16));
            DuplicateChecker.refuse(List.of(drawn));
        }
    }

    private static List<String> present(IdStats stats) {
        Map<String, Boolean> figures = new TreeMap<>(Map.of(
                "lead", stats.lead().isPresent(),
                "waits", stats.waits().isPresent(),
                "lease", stats.lease().isPresent(),
                "segment", stats.segment().isPresent(),
                "retries", stats.retries().isPresent(),
                "idsLeft", stats.idsLeft().isPresent()));
        figures.values().removeIf(there -> !there);
        return List.copyOf(figures.keySet());
    }

    private List<Id> drawUntilClosed(G generator, CountDownLatch drawing, AtomicBoolean closed) {
        List<Id> ids = new ArrayList<>();
        try {
            for (int call = 0; ; call++) {
                boolean late = closed.get();
                List<Id> drawn = some(generator, call);
                assertThat(late)
                        .as("whether a draw that began after close() had returned drew %s", drawn)
                        .isFalse();
                if (ids.size() < RECORDED) {
                    ids.addAll(drawn);
                } else {
                    // There are enough ids to compare. From here on it only matters that a call is under way at the
                    // close.
                    LockSupport.parkNanos(20_000);
                }
                if (call == CALLS_PER_BATCH) {
                    drawing.countDown();
                }
            }
        } catch (IllegalStateException e) {
            return ids;
        } catch (RuntimeException e) {
            throw new AssertionError("a draw during close must end with IllegalStateException, but threw " + e, e);
        } finally {
            drawing.countDown();
        }
    }

    private static void refusedAfterClose(String what, Supplier<List<Id>> draw) {
        Throwable error = null;
        List<Id> drawn = List.of();
        try {
            drawn = draw.get();
        } catch (RuntimeException e) {
            error = e;
        }
        assertThat(error)
                .as("%s after close: drew %s", what, drawn)
                .isExactlyInstanceOf(IllegalStateException.class)
                .hasMessageMatching(".*\\S.*");
    }

    private List<Id> drawInterrupted(String what, Supplier<List<Id>> draw) {
        return ConcurrentRunner.alone(patience(), member -> {
            List<Id> drawn = List.of();
            @Nullable IdException error = null;
            Thread.currentThread().interrupt();
            try {
                drawn = draw.get();
            } catch (IdException e) {
                error = e;
            }
            assertThat(Thread.interrupted())
                    .as("interrupt status after %s, which drew %s and threw %s", what, drawn, error)
                    .isTrue();
            return drawn;
        });
    }
}
