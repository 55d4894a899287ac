package io.distid.bench.history;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.Ordering;
import io.distid.bench.results.Order;
import java.util.List;
import org.junit.jupiter.api.Test;

class HistoryChecksTest {

    @Test
    void findsADuplicateAcrossGeneratorsAndNamesBothOwners() {
        ThreadHistory first = history(0, 0);
        first.add(0, 7, 0, 1);
        ThreadHistory second = history(1, 0);
        second.add(0, 6, 2, 3);
        second.add(0, 7, 4, 5);

        UniquenessCheck check = UniquenessCheck.of(history(2, 6, first, second));

        assertThat(check.result().ids()).isEqualTo(3);
        assertThat(check.result().duplicates()).isEqualTo(1);
        assertThat(check.examples())
                .containsExactly("7 (generator 1, thread 0, call 2) equals 7 (generator 0, thread 0, call 1)");
    }

    @Test
    void uuidsThatDifferInOneHalfOnlyAreNotEqual() {
        ThreadHistory history = history(0, 0);
        history.add(1, 1, 0, 1);
        history.add(1, 2, 2, 3);
        history.add(2, 1, 4, 5);

        assertThat(UniquenessCheck.of(history(1, 6, history)).result().duplicates())
                .isZero();
    }

    @Test
    void countsEachFurtherCopy() {
        ThreadHistory history = history(0, 0);
        for (int i = 0; i < 5000; i++) {
            history.add(0, 1 + i % 1000, 2 * i, 2 * i + 1);
        }

        UniquenessCheck check = UniquenessCheck.of(history(1, 10_000, history));

        assertThat(check.result().duplicates()).isEqualTo(4000);
        assertThat(check.examples()).hasSize(3);
    }

    @Test
    void anIdBelowOneReturnedBeforeByAnotherGeneratorIsAnInversionAcrossOnly() {
        ThreadHistory first = history(0, 0);
        first.add(0, 10, 0, 1);
        first.add(0, 20, 4, 5);
        ThreadHistory second = history(1, 0);
        second.add(0, 5, 2, 3);

        OrderCheck check = OrderCheck.of(history(2, 6, first, second), Ordering.PER_GENERATOR);

        assertThat(check.result()).isEqualTo(new Order("PER_GENERATOR", "PER_GENERATOR", 0, 1));
        assertThat(check.broken()).isFalse();
        assertThat(OrderCheck.of(history(2, 6, first, second), Ordering.GLOBAL).examples())
                .containsExactly("5 (generator 1, thread 0, call 1) is not greater than "
                        + "10 (generator 0, thread 0, call 1), which had been returned before");
    }

    @Test
    void anIdThatIsReturnedAgainIsNotGreater() {
        ThreadHistory history = history(0, 0);
        history.add(0, 10, 0, 1);
        history.add(0, 10, 2, 3);

        assertThat(OrderCheck.of(history(1, 4, history), Ordering.PER_GENERATOR).result())
                .isEqualTo(new Order("PER_GENERATOR", "NONE", 1, 1));
    }

    @Test
    void idsAreHeldAgainstTheGreatestAndNotAgainstTheLast() {
        ThreadHistory history = history(0, 0);
        history.add(0, 20, 0, 1);
        history.add(0, 10, 2, 3);
        history.add(0, 15, 4, 5);

        OrderCheck check = OrderCheck.of(history(1, 6, history), Ordering.PER_GENERATOR);

        assertThat(check.result().inversionsPerGenerator()).isEqualTo(2);
        assertThat(check.examples())
                .element(1)
                .asString()
                .startsWith("15 (generator 0, thread 0, call 3) is not greater than 20 ");
    }

    @Test
    void callsThatOverlapHaveNoOrder() {
        ThreadHistory first = history(0, 0);
        first.add(0, 10, 0, 2);
        ThreadHistory second = history(0, 1);
        second.add(0, 5, 1, 3);

        OrderCheck check = OrderCheck.of(history(1, 4, first, second), Ordering.GLOBAL);

        assertThat(check.result()).isEqualTo(new Order("GLOBAL", "GLOBAL", 0, 0));
    }

    @Test
    void anInversionBetweenTwoThreadsOfAGeneratorLeavesOrderPerThread() {
        ThreadHistory first = history(0, 0);
        first.add(0, 10, 0, 1);
        ThreadHistory second = history(0, 1);
        second.add(0, 5, 2, 3);

        OrderCheck check = OrderCheck.of(history(1, 4, first, second), Ordering.PER_THREAD);

        assertThat(check.result()).isEqualTo(new Order("PER_THREAD", "PER_THREAD", 1, 1));
        assertThat(check.broken()).isFalse();
    }

    @Test
    void uuidsCompareAsUnsignedNumbers() {
        ThreadHistory history = history(0, 0);
        history.add(0x7FFFFFFFFFFFFFFFL, -1, 0, 1);
        history.add(0x8000000000000000L, 0, 2, 3);

        assertThat(OrderCheck.of(history(1, 4, history), Ordering.PER_GENERATOR).broken())
                .isFalse();
    }

    private static ThreadHistory history(int generator, int thread) {
        return new ThreadHistory(generator, thread);
    }

    private static History history(int generators, int stamps, ThreadHistory... histories) {
        return new History(generators, 1, stamps, List.of(histories));
    }
}
