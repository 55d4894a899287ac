package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.worker.WorkerRequest;
import java.time.Duration;
import java.time.InstantSource;
import java.util.BitSet;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Which ids are looked at together, and by which starts of keys they are found. */
class IdWindowTest {
    private static final int DRAWS = 2_000;

    @ParameterizedTest
    @ValueSource(ints = {2_048, 9_999, 10_000, 16_383, 65_535})
    void holdsAsManyAsAreWantedAndByManyDrawsNearlyAll(int last) {
        requireNearlyAll(last, IdWindow.MANY);
        requireNearlyAll(last, IdWindow.FEW);
    }

    private static void requireNearlyAll(int last, int least) {
        WorkerRequest request = request(0, last);
        BitSet seen = new BitSet();
        int draws = Math.max(DRAWS, 30 * (last / least));
        for (int i = 0; i < draws; i++) {
            IdWindow window = IdWindow.of(request, least);
            int[] ids = window.ids(request).toArray();
            assertThat(ids.length).isBetween(least, 3 * least);
            assertThat(window.starts()).hasSizeLessThanOrEqualTo(40);
            IntStream.of(ids).forEach(seen::set);
        }
        assertThat(seen.cardinality()).isGreaterThan(last - last / least - 30);
        assertThat(seen.length()).isLessThanOrEqualTo(last + 1);
    }

    /** By a start, etcd finds the ids that are taken for its own, and no other. */
    @Test
    void holdsExactlyTheIdsWhoseKeysBeginSo() {
        WorkerRequest request = request(1_500, 16_383);
        for (int i = 0; i < 20; i++) {
            IdWindow window = IdWindow.of(request, IdWindow.FEW);
            assertThat(window.ids(request))
                    .containsExactlyInAnyOrderElementsOf(IntStream.rangeClosed(1_500, 16_383)
                            .filter(id -> window.starts().stream()
                                    .anyMatch(start -> Integer.toString(id).startsWith(start.toString())))
                            .boxed()
                            .toList());
        }
    }

    @Test
    void ofANarrowRangeHoldsAllOfIt() {
        WorkerRequest request = request(10_240, 10_495);
        IdWindow window = IdWindow.of(request, IdWindow.MANY);
        assertThat(window.ids(request).sorted())
                .containsExactlyElementsOf(
                        IntStream.rangeClosed(10_240, 10_495).boxed().toList());
        assertThat(window.starts()).containsExactly(10);
    }

    /** Whose least id has fewer digits than its greatest. */
    @Test
    void goesOnAtTheLeastIdWhereTheRangeEnds() {
        WorkerRequest request = request(95_000, 105_000);
        for (int id : new int[] {95_000, 99_999, 100_000, 105_000}) {
            IdWindow window = IdWindow.of(request.withPreferredId(id), IdWindow.MANY);
            assertThat(window.ids(request)).contains(id).hasSizeGreaterThanOrEqualTo(IdWindow.MANY);
        }
    }

    @Test
    void holdsTheIdThatIsPreferred() {
        WorkerRequest request = request(0, 16_383);
        for (int id : new int[] {10, 99, 100, 1_234, 9_999, 10_000, 16_383}) {
            assertThat(IdWindow.of(request.withPreferredId(id), IdWindow.MANY).ids(request))
                    .contains(id);
        }
    }

    @Test
    void isNoneWhereAllIdsAreReadAsWell() {
        assertThat(IdWindow.of(request(0, 1_023), IdWindow.FEW)).isNull();
        assertThat(IdWindow.of(request(0, IdWindow.LAST_READ_WHOLE), IdWindow.FEW))
                .isNull();
        assertThat(IdWindow.of(request(0, 16_383).withPreferredId(7), IdWindow.MANY))
                .as("of a preferred id that begins like too many others")
                .isNull();
    }

    @Test
    void reachesTheGreatestIds() {
        WorkerRequest request = request(Integer.MAX_VALUE - 10, Integer.MAX_VALUE);
        assertThat(IdWindow.of(request, IdWindow.FEW).ids(request)).hasSize(11).contains(Integer.MAX_VALUE);
    }

    private static WorkerRequest request(int first, int last) {
        return new WorkerRequest(
                "orders",
                first,
                last,
                OptionalInt.empty(),
                Duration.ofSeconds(3),
                "layout",
                "test/1",
                InstantSource.system());
    }
}
