package io.distid.bench.faults.node;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.Ordering;
import io.distid.bench.subject.SuppliedIds;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

class FaultDrawerTest {
    @Test
    @Timeout(60)
    void errorsAreCountedByTypeWithTheFirstMessage(@TempDir Path folder) throws Exception {
        SuppliedIds failing = new SuppliedIds("failing", Ordering.NONE, () -> {
            throw new IllegalStateException("no ids");
        });
        FaultDrawer drawer = new FaultDrawer(failing, folder.resolve("ids"), 0);

        drawer.start();

        while (drawer.state(new ClockMonitor()).failed() < 2) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        drawer.end();
        assertThat(drawer.state(new ClockMonitor()).errors()).containsOnlyKeys("IllegalStateException");
        assertThat(drawer.messages()).containsExactly("IllegalStateException: no ids");
    }

    /** So that what a format yields after its end is compared with all others. */
    @Test
    @Timeout(60)
    void anIdThatIsNotPositiveIsKeptAndNoFailedCall(@TempDir Path folder) throws Exception {
        SuppliedIds negative = new SuppliedIds("negative", Ordering.NONE, () -> -5);
        FaultDrawer drawer = new FaultDrawer(negative, folder.resolve("ids"), 0);

        drawer.start();

        while (drawer.state(new ClockMonitor()).ids() < 2) {
            TimeUnit.MILLISECONDS.sleep(5);
        }
        drawer.end();
        NodeState state = drawer.state(new ClockMonitor());
        assertThat(state.errors()).containsOnly(Map.entry(NodeState.NOT_POSITIVE, state.ids()));
        assertThat(state.failed()).isZero();
        assertThat(Files.size(folder.resolve("ids"))).isPositive();
    }

    @Test
    @Timeout(60)
    void aCallThatFailsSinceTheGeneratorIsClosedInTheEndIsNoError(@TempDir Path folder) throws Exception {
        CompletableFuture<Thread> called = new CompletableFuture<>();
        CompletableFuture<Void> closed = new CompletableFuture<>();
        SuppliedIds hanging = new SuppliedIds("hanging", Ordering.NONE, () -> {
            called.complete(Thread.currentThread());
            closed.join();
            throw new IllegalStateException("closed");
        });
        FaultDrawer drawer = new FaultDrawer(hanging, folder.resolve("ids"), 0);
        drawer.start();
        Thread caller = called.get();

        drawer.end();
        closed.complete(null);
        caller.join();

        assertThat(drawer.state(new ClockMonitor()).errors()).isEmpty();
    }

    /** As on a disk that is full: the id would be missing where all are compared, and the strategy blamed for the error. */
    @Test
    @Timeout(60)
    void idThatCannotBeKeptIsTheLastAndIsReported() throws Exception {
        Path full = Path.of("/dev/full");
        assumeThat(full).exists();
        AtomicLong given = new AtomicLong();
        FaultDrawer drawer =
                new FaultDrawer(new SuppliedIds("counting", Ordering.NONE, given::incrementAndGet), full, 0);

        drawer.start();

        assertThatIllegalStateException()
                .isThrownBy(() -> {
                    while (true) {
                        drawer.state(new ClockMonitor());
                        TimeUnit.MILLISECONDS.sleep(5);
                    }
                })
                .withMessageStartingWith(
                        "an id was given out that could not be kept, so that its repeat would not be seen: ");
        assertThat(given).hasValue(1);
        assertThat(drawer.messages()).isEmpty();
    }
}
