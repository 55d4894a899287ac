package io.distid.bench.solo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.distid.bench.LostProvider;
import io.distid.bench.subject.SettingsFile;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** A measuring JVM that goes wrong is reported with its reason, and leaves no process. */
class SoloJvmTest {
    private static final Duration PATIENCE = Duration.ofSeconds(20);

    private static final Map<String, Map<String, String>> WAYS =
            Map.of("hang", Map.of("way", "hang"), "die", Map.of("way", "die"), "fail", Map.of("way", "fail"));

    @AutoClose
    private final SettingsFile settings = SettingsFile.write(WAYS);

    private SoloJvm lost(String way) {
        return new SoloJvm(LostProvider.NAME, way, settings.jvmArgument());
    }

    private static void isGone(SoloJvm jvm) {
        await().atMost(PATIENCE)
                .until(() -> ProcessHandle.of(jvm.pid())
                        .filter(ProcessHandle::isAlive)
                        .isEmpty());
    }

    @Test
    void oneThatHangsIsKilledWhenItsTimeIsUp() throws InterruptedException {
        try (SoloJvm jvm = lost("hang")) {
            jvm.ready();
            jvm.tell("open", 0);
            assertThatThrownBy(() -> jvm.await("opened", Duration.ofMillis(300)))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("no answer within 300 ms (waiting for \"opened\"): the measuring JVM was killed");
            isGone(jvm);
        }
    }

    @Test
    void oneThatDiesTellsItsExitCodeAndItsLastWordsWithoutTheirSecret() throws InterruptedException {
        try (SoloJvm jvm = lost("die")) {
            jvm.ready();
            assertThatThrownBy(() -> Opened.by(jvm, Duration.ZERO))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the measuring JVM ended with exit code 3: out of everything, password=***");
            isGone(jvm);
        }
    }

    @Test
    void oneThatFailsTellsWhyWithoutItsPassword() throws InterruptedException {
        try (SoloJvm jvm = lost("fail")) {
            jvm.ready();
            assertThatThrownBy(() -> Opened.by(jvm, Duration.ZERO))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessage("the store at jdbc:mysql://db/x?password=*** went away");
            isGone(jvm);
        }
    }

    @Test
    void itEndsWithAParentThatIsKilled() throws IOException, InterruptedException {
        Process parent = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        Parent.class.getName(),
                        settings.jvmArgument())
                .redirectError(ProcessBuilder.Redirect.DISCARD)
                .start();
        long child;
        try (BufferedReader output = parent.inputReader()) {
            child = Long.parseLong(output.readLine());
            assertThat(ProcessHandle.of(child)).isPresent();
            parent.destroyForcibly();
            assertThat(parent.waitFor(20, TimeUnit.SECONDS)).isTrue();
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
         * @param args what names the file with the settings
         * @throws InterruptedException never
         */
        public static void main(String[] args) throws InterruptedException {
            SoloJvm jvm = new SoloJvm(LostProvider.NAME, "hang", args[0]);
            jvm.ready();
            jvm.tell("open", 0);
            System.out.println(jvm.pid());
            jvm.await("opened", Duration.ofMinutes(1));
        }
    }

    @Test
    void whatItIsAskedForIsWhatItAnswers() throws InterruptedException {
        try (SettingsFile none = SettingsFile.write(Map.of());
                SoloJvm jvm = new SoloJvm(SoloJvm.BARE, "none", none.jvmArgument())) {
            jvm.ready();
            assertThat(Opened.by(jvm, Duration.ZERO).first()).isEqualTo(1);
            jvm.tell("issue", 500, 1, Duration.ofMinutes(1).toNanos());
            assertThat(jvm.await("issued", PATIENCE)).isEqualTo(List.of("500"));
            jvm.tell("paced", 100_000.0, 2_000, PATIENCE.toNanos());
            Timed timed = Timed.of(jvm.await("timed", PATIENCE));
            assertThat(timed.made()).isEqualTo(2_000);
            assertThat(timed.nanos())
                    .isGreaterThanOrEqualTo(Duration.ofNanos(19_990_000).toNanos());
            jvm.tell("close");
            jvm.await("closed", PATIENCE);
            // The counter is a new one, and nothing of the old one is left.
            assertThat(Opened.by(jvm, Duration.ZERO).first()).isEqualTo(1);
        }
    }
}
