package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What callers do once a segment is compiled before they do it. */
class SwitchWarmUpTest {
    /** Of {@code -XX:+PrintCompilation}, which ends with the method's size. */
    private static final String LINE = ".*\\bio\\.distid\\.leaf\\.(\\w+::\\w+) \\(\\d+ bytes\\).*";

    @Test
    void endOfASegmentIsCompiledWithoutAnIdDrawn() throws IOException {
        Set<String> missing = new HashSet<>(Set.of(
                "LeafTag::nextIdAfter",
                "LeafTag::advance",
                "SegmentClaims::usedUp",
                "SegmentLoader::prefetch",
                "NextLoadTimer::isSoonEnough"));
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-XX:+PrintCompilation",
                        // Or it were left to how busy the machine is.
                        "-Xbatch",
                        "-cp",
                        System.getProperty("java.class.path"),
                        Opened.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        // Which also ends the reading of what it prints.
        jvm.onExit()
                .orTimeout(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS)
                .exceptionally(late -> jvm.destroyForcibly());
        try (BufferedReader compiled =
                new BufferedReader(new InputStreamReader(jvm.getInputStream(), StandardCharsets.UTF_8))) {
            for (String line = compiled.readLine(); line != null && !missing.isEmpty(); line = compiled.readLine()) {
                missing.remove(line.replaceFirst(LINE, "$1"));
            }
        } finally {
            jvm.destroyForcibly();
        }
        assertThat(missing).as("not compiled").isEmpty();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 10, 100})
    void nothingIsAskedOfTheStore(int prefetchPercent) {
        MemoryStore store = new MemoryStore();
        LeafOptions options = new LeafOptions(
                prefetchPercent,
                StepRule.DEFAULT,
                LeafOptions.DEFAULT.lookAhead(),
                LeafOptions.DEFAULT.maxWait(),
                LeafOptions.DEFAULT.refresh(),
                0);
        ScheduledThreadPoolExecutor threads = LoaderThreads.create();
        new SwitchWarmUp(new LoadContext(store, options, threads, System::nanoTime)).round();
        assertThat(threads.getQueue()).isEmpty();
        assertThat(threads.getPoolSize()).as("threads").isZero();
        assertThat(store.callers()).isEmpty();
    }

    /** Opens one that is closed at once, then another, and draws nothing; ends when its input does. */
    static final class Opened {
        private Opened() {}

        public static void main(String[] args) throws IOException {
            LeafSegments.open(new MemoryStore(), LeafOptions.DEFAULT).close();
            try (LeafSegments ids = LeafSegments.open(new MemoryStore(), LeafOptions.DEFAULT)) {
                assertThat(ids.tags()).isEmpty();
                assertThat(System.in.read()).isEqualTo(-1);
            }
        }
    }
}
