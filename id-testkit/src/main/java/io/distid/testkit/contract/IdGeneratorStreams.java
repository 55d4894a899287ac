package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdTraits;
import io.distid.Ordering;
import io.distid.testkit.ConcurrentRunner;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/**
 * Tests of the ids of an open generator, one by one, in batches and as text: unique, and in the claimed order.
 *
 * @param <G> the kind of generator
 */
abstract class IdGeneratorStreams<G extends IdGenerator> extends IdGeneratorFixture<G> {
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
        try (OpenGenerators<G> fleet = new OpenGenerators<>(nodes(), this::open)) {
            int count = idsPerThread(fleet.node(0).traits());
            List<List<Id>> streams = ConcurrentRunner.run(nodes() * threadsPerNode(), patience(), member -> {
                G generator = fleet.node(member % nodes());
                List<Id> ids = new ArrayList<>(count);
                for (int call = 0; ids.size() < count; call++) {
                    ids.addAll(some(generator, call));
                }
                return ids;
            });
            streams.forEach(ids -> ids.forEach(this::requireWellFormed));
            DuplicateChecker.refuse(streams);
        }
    }

    @Test
    final void idsIncreaseAsClaimed() {
        try (OpenGenerators<G> fleet = new OpenGenerators<>(nodes(), this::open)) {
            IdTraits claims = fleet.node(0).traits();
            if (claims.ordering() == Ordering.NONE) {
                return;
            }
            int count = idsPerThread(claims);
            List<OrderChecker<Id>> scopes = scopes(claims.ordering());
            ConcurrentRunner.run(nodes() * threadsPerNode(), patience(), member -> {
                G generator = fleet.node(member % nodes());
                OrderChecker<Id> scope = scopes.get(member);
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
        try (OpenGenerators<G> fleet = new OpenGenerators<>(nodes(), this::open)) {
            if (!fleet.node(0).traits().timeSorted()) {
                return;
            }
            OrderChecker<Id> time = new OrderChecker<>("ids drawn from generators in turn, 25 ms apart");
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
            OrderChecker<Id> order = new OrderChecker<>("single ids and batches of one thread in turn");
            List<Id> all = new ArrayList<>();
            for (int size : new int[] {1, 2, 7, 64, 500, 0, 3}) {
                Supplier<List<Id>> single = () -> List.of(next(generator));
                Supplier<List<Id>> several = () -> batch(generator, size);
                all.addAll(ordered ? order.draw(single) : single.get());
                all.addAll(ordered ? order.draw(several) : several.get());
            }
            all.forEach(this::requireWellFormed);
            DuplicateChecker.refuse(List.of(all));
        }
    }

    @Test
    final void textHasTheStrategysFormAndIssuesANewId() {
        try (G generator = open(0)) {
            List<Id> ids = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                String text = generator.nextText();
                Id id = parse(text);
                assertThat(text).as("text of %s", id).isEqualTo(text(id));
                assertThat(text).as("a text").hasSizeLessThanOrEqualTo(generator.textLength());
                requireWellFormed(id);
                ids.add(id);
                ids.add(next(generator));
            }
            DuplicateChecker.refuse(List.of(ids));
        }
    }

    /** One scope of order for each of the threads that share the generators in turn. */
    private List<OrderChecker<Id>> scopes(Ordering ordering) {
        List<OrderChecker<Id>> shared = new ArrayList<>();
        for (int member = 0; member < nodes() * threadsPerNode(); member++) {
            switch (ordering) {
                case GLOBAL -> shared.add(member == 0 ? new OrderChecker<>("order across generators") : shared.get(0));
                case PER_GENERATOR ->
                    shared.add(
                            member < nodes()
                                    ? new OrderChecker<>("order of generator " + member)
                                    : shared.get(member % nodes()));
                default -> shared.add(new OrderChecker<>("order of thread " + member));
            }
        }
        return shared;
    }

    /** One thread asks the generators in turn, so that consecutive ids come from different generators. */
    private void takeTurns(OpenGenerators<G> fleet, Ordering ordering) {
        List<OrderChecker<Id>> scopes = scopes(ordering);
        for (int turn = 0; turn < 20 * nodes(); turn++) {
            G generator = fleet.node(turn % nodes());
            int call = turn;
            scopes.get(turn % nodes()).draw(() -> some(generator, call));
        }
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
