package io.distid.bench.nodes;

import static io.distid.bench.nodes.ThreadFileSamples.block;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.Ordering;
import io.distid.bench.progress.Steps;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What becomes of processes that did not meet; {@link NodeProcessesTest} has real ones. */
class NegativeControlTest {
    @TempDir
    Path folder;

    @Test
    void processesThatDidNotMeetAreRunAgain() throws IOException, InterruptedException {
        Iterator<NodesCheck> checks =
                Stream.of(check(2), check(2), check(1), check(1)).iterator();

        NegativeControl.Outcome outcome = NegativeControl.run(checks::next);

        assertThat(outcome.result().caught()).isTrue();
        assertThat(outcome.result().duplicates()).isEqualTo(1);
        assertThat(outcome.check().duplicates()).hasSize(1);
        assertThat(checks).as("the attempts that were not needed").toIterable().hasSize(1);
    }

    @Test
    void aCheckerThatNeverFindsOneIsNotBelieved() throws IOException, InterruptedException {
        NodesCheck none = check(2);

        NegativeControl.Outcome outcome = NegativeControl.run(() -> none);

        assertThat(outcome.result().caught()).isFalse();
        assertThat(outcome.result().duplicates()).isZero();
    }

    /** Of two nodes, the one with id 1 and the other with a given one. */
    private NodesCheck check(long other) throws IOException {
        Path own = Files.createTempDirectory(folder, "check");
        ThreadFileSamples files =
                new ThreadFileSamples(own).file(0, 0, block(0, 1, 1)).file(1, 0, block(0, 1, other));
        return NodesCheck.of(files.of(2), Ordering.NONE, 0, own, Steps.NONE);
    }
}
