package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.spi.Segment;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class LeafSegmentsTest {
    private final MemoryStore store = new MemoryStore().put("order", 1, 10).put("user", 1_000, 5);

    @Test
    void idsOfATagAreDenseAcrossSegments() {
        try (LeafSegments segments = LeafSegments.open(store, LeafOptions.DEFAULT)) {
            assertThat(LongStream.range(0, 100).map(i -> segments.nextId("order")))
                    .containsExactlyElementsOf(
                            LongStream.rangeClosed(1, 100).boxed().toList());
        }
    }

    @Test
    void aSegmentThatStartsAtZeroGivesNoZero() {
        store.put("zero", 0, 1);
        try (LeafSegments segments = LeafSegments.open(store, LeafOptions.DEFAULT)) {
            assertThat(segments.nextId("zero")).isEqualTo(1);
            assertThat(segments.nextId("zero")).isEqualTo(2);
        }
        assertThat(store.claims()).startsWith(new Segment(0, 1), new Segment(1, 2));
    }

    @Test
    void tagsAreIndependent() {
        try (LeafSegments segments = LeafSegments.open(store, LeafOptions.DEFAULT)) {
            assertThat(segments.nextId("user")).isEqualTo(1_000);
            assertThat(segments.nextId("order")).isEqualTo(1);
            assertThat(segments.nextId("user")).isEqualTo(1_001);
        }
    }

    @Test
    void anUnknownTagIsAnErrorUntilTheStoreHasIt() {
        try (LeafSegments segments = LeafSegments.open(store, LeafOptions.DEFAULT)) {
            assertThatThrownBy(() -> segments.nextId("none"))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("no tag none");
            store.put("none", 7, 10);
            assertThat(segments.nextId("none")).isEqualTo(7);
        }
    }

    @Test
    void closeClosesTheStoreAndEndsTheIds() {
        LeafSegments segments = LeafSegments.open(store, LeafOptions.DEFAULT);
        segments.nextId("order");
        segments.close();
        segments.close();
        assertThat(store.isClosed()).isTrue();
        assertThatThrownBy(() -> segments.nextId("order")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> segments.nextId("user")).isInstanceOf(IllegalStateException.class);
        assertThatThrownBy(() -> segments.nextIds("order", new long[1], 0, 1))
                .isInstanceOf(IllegalStateException.class);
    }
}
