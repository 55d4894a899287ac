package io.distid.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.bench.results.Origin;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class FirstOpeningTest {
    private static final Map<String, String> SETTINGS = Map.of("worker", "fixed", "worker.id", "5");

    private final AtomicReference<IdGenerator> opened = new AtomicReference<>();
    private final CountDownLatch mayOpen = new CountDownLatch(1);

    private Subject slow() {
        return new Subject("slow", new Origin(null, "snowflake", ""), null, (node, servers) -> SETTINGS, settings -> {
            await(mayOpen);
            opened.set(IdGenerators.open("snowflake", settings));
            return opened.get();
        });
    }

    @Test
    void callerGoesOnWhileItOpensAndTheGeneratorIsClosedBehindIt() throws Exception {
        AtomicReference<Thread> asked = new AtomicReference<>();
        CompletableFuture<Void> opening = FirstOpening.of(slow(), () -> {
            asked.set(Thread.currentThread());
            return SETTINGS;
        });
        assertThat(asked).as("servers are for one thread").hasValue(Thread.currentThread());
        assertThat(opening).isNotDone();
        mayOpen.countDown();
        opening.get(1, TimeUnit.MINUTES);
        assertThat(opened.get().stats().closed()).isTrue();
    }

    @Test
    void failingSettingsFailTheOpeningAndNotTheCaller() {
        CompletableFuture<Void> opening = FirstOpening.of(slow(), () -> {
            throw new ConfigException("no server");
        });
        assertThatThrownBy(() -> opening.get(1, TimeUnit.MINUTES))
                .isInstanceOf(ExecutionException.class)
                .hasRootCauseMessage("no server");
    }

    @Test
    void namespacesOnServersAreThoseOfRowsThatNameOne() {
        List<String> names = Catalogue.all().stream()
                .filter(Subject::takesWorkerId)
                .map(Subject::name)
                .toList();
        assertThat(names).containsExactly("snowflake worker=mysql", "snowflake worker=etcd");
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(1, TimeUnit.MINUTES)).isTrue();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }
}
