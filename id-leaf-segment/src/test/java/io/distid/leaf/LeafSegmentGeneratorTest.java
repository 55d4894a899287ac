package io.distid.leaf;

import static io.distid.leaf.Waiting.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.WeakReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The generator draws from the segment that it remembers; the tag may have moved on from that, or burned it. */
class LeafSegmentGeneratorTest {
    private final MemoryStore store = new MemoryStore().put("order", 1, 100);
    private final LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT);
    private final LeafSegmentGenerator ids = LeafSegmentGenerator.of(segments, "order");

    @AfterEach
    void close() {
        ids.close();
    }

    @Test
    void idsIncreaseThoughOthersOfTheTagMoveItOn() {
        long last = 0;
        for (int turn = 0; turn < 20; turn++) {
            for (int i = 0; i < 30; i++) {
                last = greater(ids.nextId(), last);
            }
            long[] batch = new long[40];
            ids.nextIds(batch, 0, batch.length);
            for (long id : batch) {
                last = greater(id, last);
            }
            for (int i = 0; i < 50; i++) {
                last = greater(segments.nextId("order"), last);
            }
        }
    }

    @Test
    void noIdComesOfASegmentThatWasBurned() {
        ids.nextId();
        segments.tag("order").loader().drop();
        assertThat(ids.nextId()).isGreaterThan(100);
    }

    @Test
    void noIdComesOfAClosedGenerator() {
        ids.nextId();
        ids.close();
        assertThatThrownBy(ids::nextId).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void segmentsThatBatchesHaveUsedUpAreNotKept() {
        ids.nextId();
        WeakReference<OpenSegment> used =
                new WeakReference<>(segments.tag("order").current());
        ids.nextIds(new long[500], 0, 500);
        await(() -> {
            System.gc();
            return used.get() == null;
        });
    }

    @Test
    void traitsTellTheMostThatCanBeBurned() {
        assertThat(ids.traits().notes())
                .contains("a generator holds at most two claims of 1000000 ids each (or the store's step)");
    }

    private static long greater(long id, long last) {
        assertThat(id).isGreaterThan(last);
        return id;
    }
}
