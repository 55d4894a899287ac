package io.distid.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.distid.bench.jvm.ChildJvm;
import io.distid.bench.jvm.SettingsFile;
import io.distid.bench.subject.LostProvider;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A measuring JVM that goes wrong is reported with its reason, and leaves no process. */
@Tag("slow")
class LatencyChildTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    private static final Map<String, Map<String, String>> WAYS = Map.of(
            "hang",
            Map.of("way", "hang"),
            "die",
            Map.of("way", "die", "password", "hunter2"),
            "fail",
            Map.of("way", "fail"));

    @AutoClose
    private final SettingsFile settings = SettingsFile.write(WAYS);

    private ChildJvm lost(String way) {
        return LatencyChild.start(LostProvider.NAME, way, settings);
    }

    private static void isGone(ChildJvm jvm) {
        await().atMost(PATIENCE)
                .until(() -> ProcessHandle.of(jvm.process().pid())
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
    }

    @Test
    void oneThatHangsIsKilledWhenItsTimeIsUp() throws InterruptedException {
        try (ChildJvm jvm = lost("hang")) {
            LatencyChild.ready(jvm);
            jvm.begin((LatencyChild child) -> child.open(Duration.ZERO));
            assertThatThrownBy(() -> jvm.result(Duration.ofMillis(300)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching(
                            "the measuring JVM \\(process \\d+\\) did not answer \"done\" within 300 ms and was killed");
            isGone(jvm);
        }
    }

    @Test
    void oneThatDiesTellsItsExitCodeAndItsLastWordsWithoutTheirSecret() throws InterruptedException {
        try (ChildJvm jvm = lost("die")) {
            LatencyChild.ready(jvm);
            assertThatThrownBy(() -> LatencyChild.open(jvm, Duration.ZERO))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageMatching(
                            "the measuring JVM \\(process \\d+\\) ended with exit code 3: out of everything, password=\\*\\*\\*");
            isGone(jvm);
        }
    }

    @Test
    void oneThatFailsTellsWhyWithoutItsPassword() throws InterruptedException {
        try (ChildJvm jvm = lost("fail")) {
            LatencyChild.ready(jvm);
            assertThatThrownBy(() -> LatencyChild.open(jvm, Duration.ZERO))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the store at jdbc:mysql://db/x went away");
        }
    }

    @Test
    void itEndsWithAParentThatIsKilled() throws IOException, InterruptedException {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        settings.jvmArgument(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long child;
        try (BufferedReader output = parent.inputReader()) {
            child = Long.parseLong(output.readLine());
            assertThat(ProcessHandle.of(child)).isPresent();
            parent.destroyForcibly();
            assertThat(parent.waitFor(2, TimeUnit.MINUTES)).isTrue();
        }
        await().atMost(PATIENCE)
                .until(() ->
                        ProcessHandle.of(child).filter(ProcessHandle::isAlive).isEmpty());
    }

    /** Starts a measuring JVM that hangs, and waits to be killed. */
    static final class Parent {
        private Parent() {}

        /**
         * Prints the process id of the child.
         *
         * @param args none
         * @throws InterruptedException never
         */
        public static void main(String[] args) throws InterruptedException {
            ChildJvm jvm = LatencyChild.start(LostProvider.NAME, "hang", SettingsFile.ofThisJvm());
            LatencyChild.ready(jvm);
            jvm.begin((LatencyChild child) -> child.open(Duration.ZERO));
            System.out.println(jvm.process().pid());
            jvm.result(Duration.ofMinutes(1));
        }
    }

    @Test
    void whatItIsAskedForIsWhatItAnswers() throws InterruptedException {
        try (SettingsFile none = SettingsFile.write(Map.of());
                ChildJvm jvm = LatencyChild.start(LatencyChild.BARE, "none", none)) {
            LatencyChild.ready(jvm);
            assertThat(LatencyChild.open(jvm, Duration.ZERO).first()).isEqualTo(1);
            assertThat(jvm.run((LatencyChild child) -> child.issue(500, 1, Duration.ofMinutes(1)), PATIENCE))
                    .isEqualTo(500);
            TimedCalls timed = jvm.run((LatencyChild child) -> child.calls().paced(100_000, 2_000, PATIENCE), PATIENCE);
            assertThat(timed.made()).isEqualTo(2_000);
            assertThat(timed.nanos())
                    .isGreaterThanOrEqualTo(Duration.ofNanos(19_990_000).toNanos());
            jvm.order(LatencyChild::close, PATIENCE);
            // The counter is a new one, and nothing of the old one is left.
            assertThat(LatencyChild.open(jvm, Duration.ZERO).first()).isEqualTo(1);
        }
    }
}
