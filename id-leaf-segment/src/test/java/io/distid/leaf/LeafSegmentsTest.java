package io.distid.leaf;

import static io.distid.leaf.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdsExhaustedException;
import io.distid.StoreRegressedException;
import io.distid.internal.process.CopyDetector;
import io.distid.spi.Segment;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeafSegmentsTest {
    private final MemoryStore store = new MemoryStore().put("order", 1, 10).put("user", 1_000, 5);

    @Test
    void idsOfATagAreDenseAcrossSegments() {
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            assertThat(LongStream.range(0, 100).map(i -> segments.nextId("order")))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 100).boxed().toList());
        }
    }

    @Test
    void aSegmentThatStartsAtZeroGivesNoZero() {
        store.put("zero", 0, 1);
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            assertThat(segments.nextId("zero")).isEqualTo(1);
            assertThat(segments.nextId("zero")).isEqualTo(2);
        }
        assertThat(store.claims()).startsWith(new Segment(0, 1), new Segment(1, 2));
    }

    @Test
    void tagsAreIndependent() {
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            assertThat(segments.nextId("user")).isEqualTo(1_000);
            assertThat(segments.nextId("order")).isEqualTo(1);
            assertThat(segments.nextId("user")).isEqualTo(1_001);
        }
    }

    @Test
    void anUnknownTagIsAnErrorUntilTheStoreHasIt() {
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            assertThatThrownBy(() -> segments.nextId("none"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("no tag none");
            store.put("none", 7, 10);
            assertThat(segments.nextId("none")).isEqualTo(7);
        }
    }

    @Test
    void idsUpToTheLastLongAreIssuedAndThenTheTagIsExhausted() {
        store.put("last", Long.MAX_VALUE - 25, 10);
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            for (long id = Long.MAX_VALUE - 25; id < Long.MAX_VALUE - 5; id++) {
                assertThat(segments.nextId("last")).isEqualTo(id);
            }
            for (int i = 0; i < 3; i++) {
                assertThatThrownBy(() -> segments.nextId("last"))
                        .isInstanceOf(IdsExhaustedException.class)
                        .hasMessageContaining("max_id " + (Long.MAX_VALUE - 5));
            }
            store.put("last", Long.MAX_VALUE - 5, 5);
            segments.refresh();
            assertThat(segments.nextId("last")).isEqualTo(Long.MAX_VALUE - 5);
        }
    }

    @Test
    void aStepBelowOneInTheStoreIsAnErrorThatNamesIt() {
        store.put("bad", 1, 0).put("worse", 1, -7);
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            assertThatThrownBy(() -> segments.nextId("bad"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("tag bad has step 0: must be >= 1");
            assertThatThrownBy(() -> segments.nextId("worse"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("tag worse has step -7: must be >= 1");
        }
    }

    @Test
    void aStepBeyondTheLimitIsAnErrorThatNamesIt() {
        store.put("huge", 1, Long.MAX_VALUE / 2);
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            assertThatThrownBy(() -> segments.nextId("huge"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("tag \"huge\": the store's step is 4611686018427387903: must be from 1 to "
                            + "9007199254740992");
        }
    }

    @Test
    void aTagSetBackByHandRepeatsNothing() {
        store.put("order", 1_001, 10);
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            for (int i = 0; i < 15; i++) {
                segments.nextId("order");
            }
            await(() -> store.claims().size() == 3);
            // So far back that loads ahead of need, which move it on, do not reach what was granted.
            store.put("order", 5, 10);
            assertThatThrownBy(() -> LongStream.range(0, 20).forEach(i -> segments.nextId("order")))
                    .isInstanceOf(StoreRegressedException.class)
                    .hasMessageMatching(
                            "tag \"order\": the store granted \\d{1,3} to \\d{1,3} after it had granted ids up to 1030\\. "
                                    + "No id is issued until the store is set forward, above every id in use\\.");
            store.put("order", 5_000, 10);
            assertThat(segments.nextId("order")).isEqualTo(5_000);
        }
    }

    @Test
    void aClaimOfASizeThatTheStoreNeverGrantsIsAnErrorAtOnce() {
        store.failWith(new IllegalArgumentException("size must be from 1 to 5: 10"));
        try (LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT)) {
            assertThatThrownBy(() -> segments.nextId("order"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("tag \"order\": the segment store refused the claim: size must be from 1 to 5: 10");
        }
    }

    @Test
    void closeClosesTheStoreAndEndsTheIds() {
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT);
        segments.nextId("order");
        segments.close();
        segments.close();
        assertThat(store.isClosed()).isTrue();
        assertThatThrownBy(() -> segments.nextId("order")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> segments.nextId("user")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> segments.nextIds("order", new long[1], 0, 1))
                .isInstanceOf(IllegalStateException.class);
    }

    /** Who is to open another counter in its place asks whether the store was seen to go back. */
    @Test
    void aStoreThatWentBackIsCountedThoughNoCallHasMetIt() {
        store.put("order", 101, 10);
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT);
        LeafSegmentGenerator order = LeafSegmentGenerator.of(segments, "order");
        assertThat(order.nextId()).isEqualTo(101);
        store.put("order", 1, 10);
        assertThat(order.nextId()).isEqualTo(102);
        await(() -> order.stats().segment().orElseThrow().failures() > 0);
        assertThat(order.stats().failures()).containsOnlyKeys(StoreRegressedException.class);
        assertThat(order.nextId()).isEqualTo(103);
        order.close();
        assertThat(order.stats().failures()).containsOnlyKeys(StoreRegressedException.class);
    }

    /** Each batch that is refused moves the counter of the range that is over: by 2^32 in all. */
    @Test
    void noIdComesOfWhatIsClosedHoweverOftenABatchIsAskedFor() {
        LeafSegmentGenerator ids = LeafSegmentGenerator.of(LeafSegments.open(store, Waiting.PATIENT), "order");
        ids.nextId();
        ids.close();
        long[] batch = new long[1 << 20];
        for (int i = 0; i < 1 << 12; i++) {
            assertThatThrownBy(() -> ids.nextIds(batch, 0, batch.length)).isInstanceOf(IllegalStateException.class);
        }
        assertThat(batch).containsOnly(0);
    }

    @ParameterizedTest
    @CsvSource({
        "1000, 0, 0",
        "1000, 10, 100",
        "1000, 99, 990",
        "1000, 100, 1000",
        "1, 10, 0",
        "7, 50, 3",
        "9223372036854775807, 10, 922337203685477580",
        "9223372036854775807, 100, 9223372036854775807",
    })
    void theNextSegmentIsDueOnceThePercentageIsUsedRoundedDown(long size, int percent, long index) {
        assertThat(OpenSegment.dueAt(size, percent)).isEqualTo(index);
    }

    @Test
    void whatIsClaimedFarBehindTheEndIsNoId() {
        OpenSegment part = OpenSegment.of(
                new Segment(1_000, 1_010), 100, false, CopyDetector.system().epoch());
        assertThat(part.granted(0, 4)).isEqualTo(4);
        assertThat(part.granted(8, 4)).isEqualTo(2);
        for (int bits = 3; bits < Long.SIZE - 1; bits++) {
            for (long index = (1L << bits) - 1; index <= (1L << bits) + 1; index++) {
                int ids = index < 10 ? (int) (10 - index) : 0;
                assertThat(part.granted(index, Integer.MAX_VALUE)).isEqualTo(ids);
            }
        }
        for (long overflown : new long[] {Long.MIN_VALUE, Long.MIN_VALUE + 10, -1}) {
            assertThat(part.granted(overflown, 4)).isZero();
        }
    }
}
