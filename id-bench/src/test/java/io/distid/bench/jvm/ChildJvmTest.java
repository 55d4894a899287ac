package io.distid.bench.jvm;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.testkit.Eventually;
import java.lang.management.ManagementFactory;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.LinkedBlockingQueue;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What all child JVMs have in common; {@code LatencyChildTest} has those that go wrong. */
class ChildJvmTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);

    @AutoClose
    private final SettingsFile settings =
            SettingsFile.write(Map.of("a subject", Map.of("key", "a\tvalue", "password", "hunter2")));

    /** Obeys in a child JVM. */
    static final class Child implements CommandLoop.Child {
        @Override
        public CommandLoop.Handler prepare() {
            return Child::obey;
        }

        private static String obey(String command, List<String> words) {
            return switch (command) {
                case "flags" ->
                    CommandLoop.answer(
                            "flags",
                            String.join(
                                    " ", ManagementFactory.getRuntimeMXBean().getInputArguments()));
                case "setting" ->
                    CommandLoop.answer(
                            "setting",
                            SettingsFile.ofThisJvm()
                                    .of(words.get(0))
                                    .getOrDefault(words.get(1), "none")
                                    .replace('\t', ' '));
                case "refuse" -> throw new ConfigException("no such\nsetting, password=hunter2");
                case "print" -> {
                    System.out.println("flags of a library");
                    yield CommandLoop.answer("printed");
                }
                default -> throw new IllegalArgumentException(command);
            };
        }
    }

    @Test
    void everyJvmHasAHeapOfOneSizeWhosePagesWereTouchedAndTheFlagsOfItsOwn() throws InterruptedException {
        try (ChildJvm jvm =
                new ChildJvm("a JVM", Child.class, settings, List.of("-Dmore=1"), new LinkedBlockingQueue<>())) {
            jvm.ready();
            jvm.tell("flags");

            assertThat(jvm.await("flags", PATIENCE).get(0))
                    .contains("-Xms512m", "-Xmx512m", "-XX:+AlwaysPreTouch", "-Dmore=1")
                    .doesNotContain("a\tvalue");
        }
    }

    @Test
    void settingsReachAJvmThroughItsFileAlsoOnceTheyAreReplaced() throws InterruptedException {
        try (ChildJvm jvm = new ChildJvm("a JVM", Child.class, settings)) {
            jvm.ready();
            jvm.tell("setting", "a subject", "key");
            assertThat(jvm.await("setting", PATIENCE)).containsExactly("a value");

            settings.replace(Map.of("another", Map.of("key", "2")));
            jvm.tell("setting", "another", "key");
            assertThat(jvm.await("setting", PATIENCE)).containsExactly("2");
            jvm.tell("setting", "a subject", "key");
            assertThat(jvm.await("setting", PATIENCE)).containsExactly("none");
        }
    }

    @Test
    void outputOfALibraryIsNotAnAnswerAndAFailureIsAnswered() throws InterruptedException {
        try (ChildJvm jvm = new ChildJvm("a JVM", Child.class, settings)) {
            jvm.ready();
            jvm.tell("print");
            assertThat(jvm.await("printed", PATIENCE)).isEmpty();
            Eventually.await("the output of the library").until(() -> jvm.log().contains("flags of a library"));

            jvm.tell("refuse");
            assertThatThrownBy(() -> jvm.await("done", PATIENCE))
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("no such setting, password=***");
            jvm.tell("unheard-of");
            assertThatThrownBy(() -> jvm.await("done", PATIENCE))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("unheard-of");
            jvm.tell("print");
            assertThatThrownBy(() -> jvm.await("done", PATIENCE))
                    .hasMessageMatching("a JVM \\(process \\d+\\) answered \"printed\" in place of \"done\"");
        }
    }

    @Test
    void itHasEndedOnceItIsClosed() throws InterruptedException {
        ChildJvm jvm = new ChildJvm("a JVM", Child.class, settings);
        jvm.ready();

        jvm.close();

        assertThat(jvm.process().isAlive()).isFalse();
    }
}
