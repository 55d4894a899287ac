package io.distid.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.StoreRegressedException;
import io.distid.spi.Segment;
import io.distid.spi.SegmentStore;
import io.distid.testkit.ConcurrentRunner;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

/**
 * The contract of every {@link SegmentStore}, on its real server.
 *
 * <p>A subclass names the provider and gives a configuration. It also says how to create a tag, how to move its counter by
 * hand, and how to stop and start the server.
 *
 * <p>The tests of settings and of ranges are inherited. This class tests a store's list of tags, and its behaviour under
 * faults. Not safe for use by several threads: a test runs on one.
 */
public abstract class SegmentStoreContract extends SegmentStoreAnswers {
    /** The limit for a call that hangs; how soon a store reports a fault depends on its settings and on the machine. */
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    /** For subclasses. */
    protected SegmentStoreContract() {}

    @Test
    final void stepOfTheStoreIsReported() throws Exception {
        String tag = newTag(1, 1234);
        try (SegmentStore store = open()) {
            assertThat(store.step(tag)).as("step").isEqualTo(1234);
        }
    }

    @Test
    final void unknownTagIsRefused() {
        try (SegmentStore store = open()) {
            for (String tag : List.of("no-such-tag", "", "x".repeat(1000), "'; DROP TABLE leaf_alloc; --")) {
                Throwable claim = catchThrowable(() -> store.claim(tag, 1));
                assertThat(claim).as("claim of tag \"%s\"", tag).isInstanceOf(ConfigException.class);
                Throwable step = catchThrowable(() -> store.step(tag));
                assertThat(step).as("step of tag \"%s\"", tag).isInstanceOf(ConfigException.class);
            }
            assertThat(catchThrowable(() -> store.claim("no-such-tag", 1)))
                    .as("error for a tag that does not exist")
                    .hasMessageContaining("no-such-tag");
        }
    }

    @Test
    final void tagsAreListedAsTheyAreNow() throws Exception {
        String one = newTag(1, 10);
        try (SegmentStore store = open()) {
            Set<String> before;
            try {
                before = store.tags();
            } catch (UnsupportedOperationException e) {
                return;
            }
            String two = newTag(1, 10);
            assertThat(before)
                    .as("tags before the second was made")
                    .contains(one)
                    .doesNotContain(two);
            assertThat(store.tags()).as("tags after the second was made").contains(one, two);
        }
    }

    @Test
    final void stepsOfAllTagsAreThoseOfEachOfThem() throws Exception {
        String one = newTag(1, 10);
        String two = newTag(1, 2000);
        try (SegmentStore store = open()) {
            Map<String, Long> steps;
            Set<String> tags;
            try {
                tags = new HashSet<>(store.tags());
                steps = store.steps();
                // Other tests create tags and lose them meanwhile.
                tags.retainAll(store.tags());
            } catch (UnsupportedOperationException e) {
                return;
            }
            // A step of 0 means that the step is asked for by name, as in a store that cannot read all steps at once.
            assertThat(steps.get(one)).as("step of %s", one).isIn(0L, store.step(one));
            assertThat(steps.get(two)).as("step of %s", two).isIn(0L, store.step(two));
            assertThat(steps.keySet()).as("tags with a step").containsAll(tags);
        }
    }

    @Test
    final void rangeThatWasSeenBeforeIsRefused() throws Exception {
        String tag = newTag(1000, 10);
        try (SegmentStore store = open()) {
            store.claim(tag, 100);
            Segment last = store.claim(tag, 100);
            for (long to : new long[] {1000, last.start(), last.start() + 50, 1}) {
                rollBack(tag, to);
                assertThat(catchThrowable(() -> store.claim(tag, 10)))
                        .as("claim after %s, with the counter moved back to %d", last, to)
                        .isInstanceOf(StoreRegressedException.class)
                        .hasMessageContaining(tag);
            }
            rollBack(tag, last.end() + 1000);
            assertThat(store.claim(tag, 10))
                    .as("range after the counter was moved on")
                    .isEqualTo(new Segment(last.end() + 1000, last.end() + 1010));
        }
    }

    @Test
    @StopsServer
    final void outageIsReportedInTimeAndStoreWorksAfterwards() throws Exception {
        String tag = newTag(1, 10);
        try (SegmentStore store = open()) {
            Segment before = store.claim(tag, 10);
            server().kill();
            try {
                for (int attempt = 0; attempt < 2; attempt++) {
                    Throwable error =
                            ConcurrentRunner.alone(PATIENCE, thread -> catchThrowable(() -> store.claim(tag, 10)));
                    assertThat(error).as("claim while the server is down").isInstanceOf(BackendException.class);
                }
                assertThat(ConcurrentRunner.<Throwable>alone(PATIENCE, thread -> catchThrowable(() -> open().close())))
                        .as("opening while the server is down")
                        .isInstanceOf(BackendException.class);
            } finally {
                server().restart();
            }
            Segment after = Awaitility.await("claims once the server is back")
                    .atMost(PATIENCE)
                    .ignoreExceptionsInstanceOf(BackendException.class)
                    .until(() -> store.claim(tag, 10), segment -> true);
            assertThat(after.start()).as("start of the range after the outage").isGreaterThanOrEqualTo(before.end());
        }
    }

    @Test
    final void interruptIsNeitherLostNorAHang() throws Exception {
        String tag = newTag(1, 10);
        try (SegmentStore store = open()) {
            requireInterruptKept("a claim", () -> store.claim(tag, 10));
            assertThat(store.claim(tag, 3).size()).as("size after an interrupt").isEqualTo(3);
        }
    }
}
