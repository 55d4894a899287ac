package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.distid.Coordination;
import io.distid.IdException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.Safety;
import io.distid.spi.IdGeneratorProvider;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/**
 * What holds for generators of either kind; see {@link LongIdGeneratorContract} and {@link UuidGeneratorContract}.
 *
 * <p>Each generator is held to its own {@link IdTraits}: a stronger claim brings stronger tests, and no claim is taken on
 * trust.
 *
 * @param <G> the kind of generator
 */
public abstract sealed class IdGeneratorContract<G extends IdGenerator>
        permits LongIdGeneratorContract, UuidGeneratorContract {
    private static final int BATCH = 8;
    private static final int CALLS_PER_BATCH = 16;
    private static final int RECORDED = 50_000;

    IdGeneratorContract() {}

    /**
     * The strategy under test.
     *
     * @return the name its provider is found by
     */
    protected abstract String strategy();

    /**
     * A configuration that works.
     *
     * @param node which of several nodes of one fleet, from 0: each has its own worker id, all share one store
     * @return the settings; by default none
     */
    protected Map<String, String> config(int node) {
        return Map.of();
    }

    /**
     * Configurations that opening must refuse within five seconds, beyond those that follow from the provider's keys.
     *
     * @return as changes to the configuration of node 0; by default none
     */
    protected List<BadConfig> badConfigs() {
        return List.of();
    }

    /**
     * How many generators share the work.
     *
     * @return at least 2; by default 3
     */
    protected int nodes() {
        return 3;
    }

    /**
     * How many threads draw from each generator.
     *
     * @return at least 2; by default 4
     */
    protected int threadsPerNode() {
        return 4;
    }

    /**
     * How many ids each thread draws.
     *
     * @param claims what the generator claims of itself
     * @return by default 100 where each id is a round trip, else 20,000 or what the format holds in a second
     */
    protected int idsPerThread(IdTraits claims) {
        if (claims.coordination() == Coordination.PER_ID) {
            return 100;
        }
        return (int) Math.min(20_000, claims.idsPerSecond().orElse(Long.MAX_VALUE) / threadsPerNode());
    }

    /**
     * How long a test may take before it counts as hanging.
     *
     * @return by default 60 seconds
     */
    protected Duration patience() {
        return Duration.ofSeconds(60);
    }

    abstract int bits();

    abstract G open(Map<String, String> config);

    abstract Id next(G generator);

    abstract List<Id> batch(G generator, int size);

    abstract Id parse(String text);

    abstract void requireWellFormed(Id id);

    final G open(int node) {
        return open(config(node));
    }

    @Test
    final void serviceLoaderFindsExactlyOneProvider() {
        configChecks().discovery();
    }

    @Test
    final void unknownKeyIsRefused() {
        configChecks().unknownKey();
    }

    @Test
    final void malformedAndOutOfRangeValuesAreRefused() {
        configChecks().badValues();
    }

    @Test
    final void badConfigurationsAreRefusedInTime() {
        configChecks().refused(badConfigs());
    }

    @Test
    final void secretsAreNeverShown() throws Exception {
        configChecks().secrets();
    }

    @Test
    final void traitsAreCoherent() {
        try (G generator = open(0)) {
            IdTraits traits = generator.traits();
            assertThat(traits.strategy()).as("strategy").isEqualTo(strategy());
            assertThat(traits.bits()).as("bits of %s", strategy()).isEqualTo(bits());
            next(generator);
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
    final void idsAreWellFormed() {
        try (G generator = open(0)) {
            for (int i = 0; i < 100; i++) {
                requireWellFormed(next(generator));
                batch(generator, 3).forEach(this::requireWellFormed);
            }
        }
    }

    @Test
    final void idsAreUniqueAcrossThreadsAndGenerators() {
        try (Fleet<G> fleet = new Fleet<>(nodes(), this::open)) {
            int count = idsPerThread(fleet.node(0).traits());
            List<List<Id>> streams = Crew.run(nodes() * threadsPerNode(), patience(), member -> {
                G generator = fleet.node(member % nodes());
                List<Id> ids = new ArrayList<>(count);
                for (int call = 0; ids.size() < count; call++) {
                    ids.addAll(some(generator, call));
                }
                return ids;
            });
            streams.forEach(ids -> ids.forEach(this::requireWellFormed));
            Repeats.refuse(streams);
        }
    }

    @Test
    final void idsIncreaseAsClaimed() {
        try (Fleet<G> fleet = new Fleet<>(nodes(), this::open)) {
            IdTraits claims = fleet.node(0).traits();
            if (claims.ordering() == Ordering.NONE) {
                return;
            }
            int count = idsPerThread(claims);
            List<Ascent<Id>> scopes = scopes(claims.ordering());
            Crew.run(nodes() * threadsPerNode(), patience(), member -> {
                G generator = fleet.node(member % nodes());
                Ascent<Id> scope = scopes.get(member);
                for (int call = 0, drawn = 0; drawn < count; call++) {
                    int n = call;
                    drawn += scope.draw(() -> some(generator, n)).size();
                }
                return true;
            });
            takeTurns(fleet, claims.ordering());
        }
    }

    @Test
    final void idsOfSeveralGeneratorsSortByTimeIfClaimed() {
        try (Fleet<G> fleet = new Fleet<>(nodes(), this::open)) {
            if (!fleet.node(0).traits().timeSorted()) {
                return;
            }
            Ascent<Id> time = new Ascent<>("ids drawn from generators in turn, 25 ms apart");
            for (int turn = 0; turn < 5 * nodes(); turn++) {
                G generator = fleet.node(turn % nodes());
                time.draw(() -> List.of(next(generator)));
                awaitLaterClock();
            }
        }
    }

    @Test
    final void batchWritesItsRangeAndNothingElse() {
        try (G generator = open(0)) {
            boolean ordered = generator.traits().ordering() != Ordering.NONE;
            Ascent<Id> order = new Ascent<>("single ids and batches of one thread in turn");
            List<Id> all = new ArrayList<>();
            for (int size : new int[] {1, 2, 7, 64, 500, 0, 3}) {
                Supplier<List<Id>> single = () -> List.of(next(generator));
                Supplier<List<Id>> several = () -> batch(generator, size);
                all.addAll(ordered ? order.draw(single) : single.get());
                all.addAll(ordered ? order.draw(several) : several.get());
            }
            all.forEach(this::requireWellFormed);
            Repeats.refuse(List.of(all));
        }
    }

    @Test
    final void textIsCanonicalAndDrawsANewId() {
        try (G generator = open(0)) {
            List<Id> ids = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                String text = generator.nextText();
                Id id = parse(text);
                assertThat(text).as("canonical text of %s", id).isEqualTo(id.toString());
                requireWellFormed(id);
                ids.add(id);
                ids.add(next(generator));
            }
            Repeats.refuse(List.of(ids));
        }
    }

    @Test
    final void closeIsIdempotentAndEndsEveryMethod() {
        G generator = open(0);
        next(generator);
        generator.close();
        assertThatCode(generator::close).as("second close").doesNotThrowAnyException();
        refusedAfterClose("a single id", () -> List.of(next(generator)));
        refusedAfterClose("a batch", () -> batch(generator, 4));
        refusedAfterClose("a text", () -> List.of(parse(generator.nextText())));
        assertThat(generator.traits().strategy()).as("traits after close").isEqualTo(strategy());
    }

    @Test
    final void closeWhileOthersDrawRepeatsNothing() {
        G generator = open(0);
        int threads = threadsPerNode();
        CountDownLatch drawing = new CountDownLatch(threads);
        List<List<Id>> streams = new ArrayList<>(Crew.run(threads + 1, patience(), member -> {
            if (member < threads) {
                return drawUntilClosed(generator, drawing);
            }
            drawing.await();
            generator.close();
            return List.of();
        }));
        try (G successor = open(0)) {
            streams.add(batch(successor, 100));
        }
        Repeats.refuse(streams);
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
        Repeats.refuse(streams);
    }

    @Test
    final void interruptIsNeitherLostNorAHang() {
        try (G generator = open(0)) {
            List<Id> drawn = new ArrayList<>();
            drawn.addAll(drawInterrupted("a single id", () -> List.of(next(generator))));
            drawn.addAll(drawInterrupted("a batch", () -> batch(generator, 16)));
            drawn.add(next(generator));
            drawn.addAll(batch(generator, 16));
            Repeats.refuse(List.of(drawn));
        }
    }

    private ConfigChecks<IdGeneratorProvider> configChecks() {
        return new ConfigChecks<>(
                IdGeneratorProvider.class, strategy(), config(0), config -> IdGenerators.open(strategy(), config));
    }

    /** What one call draws: mostly a single id, at times a batch. */
    private List<Id> some(G generator, int call) {
        return call % CALLS_PER_BATCH == CALLS_PER_BATCH - 1 ? batch(generator, BATCH) : List.of(next(generator));
    }

    /** One scope of order for each member of a crew whose members share the generators in turn. */
    private List<Ascent<Id>> scopes(Ordering ordering) {
        List<Ascent<Id>> shared = new ArrayList<>();
        for (int member = 0; member < nodes() * threadsPerNode(); member++) {
            switch (ordering) {
                case GLOBAL -> shared.add(member == 0 ? new Ascent<>("order across generators") : shared.get(0));
                case PER_GENERATOR ->
                    shared.add(
                            member < nodes()
                                    ? new Ascent<>("order of generator " + member)
                                    : shared.get(member % nodes()));
                default -> shared.add(new Ascent<>("order of thread " + member));
            }
        }
        return shared;
    }

    /** One thread goes round the generators, so that each draw follows one from a different generator. */
    private void takeTurns(Fleet<G> fleet, Ordering ordering) {
        List<Ascent<Id>> scopes = scopes(ordering);
        for (int turn = 0; turn < 20 * nodes(); turn++) {
            G generator = fleet.node(turn % nodes());
            int call = turn;
            scopes.get(turn % nodes()).draw(() -> some(generator, call));
        }
    }

    private List<Id> drawUntilClosed(G generator, CountDownLatch drawing) {
        List<Id> ids = new ArrayList<>();
        try {
            for (int call = 0; ; call++) {
                List<Id> drawn = some(generator, call);
                if (ids.size() < RECORDED) {
                    ids.addAll(drawn);
                } else {
                    // Enough to compare: from here the pace matters only in that a call is under way when the close
                    // comes.
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

    private static List<Id> drawInterrupted(String what, Supplier<List<Id>> draw) {
        return Crew.alone(Duration.ofSeconds(10), member -> {
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

    private void awaitLaterClock() {
        long later = System.currentTimeMillis() + 25;
        long deadline = System.nanoTime() + patience().toNanos();
        while (System.currentTimeMillis() < later) {
            if (System.nanoTime() - deadline > 0) {
                throw new AssertionError("the system clock does not move");
            }
            LockSupport.parkNanos(1_000_000);
        }
    }
}
