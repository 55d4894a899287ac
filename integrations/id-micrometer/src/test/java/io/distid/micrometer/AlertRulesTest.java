package io.distid.micrometer;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testservers.process.DebianPackage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The alerts, by Prometheus' own tool. */
class AlertRulesTest {
    private static final Path DASHBOARDS = Path.of("dashboards").toAbsolutePath();
    private static final String RULES = "distid-alerts.yml";
    private static final String TESTS = "distid-alerts-test.yml";

    private static Path promtool;

    @TempDir
    private Path folder;

    private record Run(int exit, String output) {}

    @BeforeAll
    static void find() {
        promtool = orSkip(() -> DebianPackage.program("promtool", "prometheus"));
    }

    @Test
    void rulesAreWellFormedAndPassTheirTests() throws Exception {
        Run check = promtool(DASHBOARDS, "check", "rules", RULES);
        assertThat(check.exit()).as(check.output()).isZero();
        assertThat(check.output()).contains("7 rules found");
        Run test = promtool(DASHBOARDS, "test", "rules", TESTS);
        assertThat(test.exit()).as(test.output()).isZero();
    }

    @ParameterizedTest(name = "{0} in place of {1}")
    @CsvSource({
        "distid_lease_held == 1, distid_lease_held == 0, DistidLeaseLost",
        "reservation_seconds / 4, reservation_seconds / 3, DistidLeaseRunsOut",
        "reservation_seconds / 2, reservation_seconds / 3, DistidLeaseRunsOut",
        "on_hand_seconds < 9, on_hand_seconds < 10, DistidSegmentShort",
        "on_hand_seconds <= 10, on_hand_seconds < 10, DistidSegmentShort",
        "for: 5s, for: 30s, DistidSegmentShort",
        "type=~'.*', type='StoreRegressedException', DistidStoreRegressed",
        "type=~'.*', type!='StoreRegressedException', DistidCallsFail",
        "result='success', result='failure', DistidSegmentLoadsFail",
        "sum[5m]) > 0.01, sum[5m]) > 0.1, DistidCallsWait",
        "sum[5m]) > 0.5, sum[5m]) > 0.1, DistidCallsWait"
    })
    void ruleThatIsChangedFailsItsTest(String changed, String rule, String alert) throws Exception {
        String rules = Files.readString(DASHBOARDS.resolve(RULES)).replace('"', '\'');
        String texts = Files.readString(DASHBOARDS.resolve(TESTS));
        assertThat(rules).contains(rule);
        Files.writeString(
                folder.resolve(RULES),
                Files.readString(DASHBOARDS.resolve(RULES))
                        .replace(rule.replace('\'', '"'), changed.replace('\'', '"')));
        Files.writeString(folder.resolve(TESTS), texts);
        Run test = promtool(folder, "test", "rules", TESTS);
        assertThat(test.exit()).as(test.output()).isNotZero();
        assertThat(test.output()).contains("alertname: " + alert);
    }

    private Run promtool(Path directory, String... words) throws IOException, InterruptedException {
        String[] command = new String[words.length + 1];
        command[0] = promtool.toString();
        System.arraycopy(words, 0, command, 1, words.length);
        Path output = folder.resolve("output");
        Process process = new ProcessBuilder(command)
                .directory(directory.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            assertThat(process.waitFor(60, TimeUnit.SECONDS))
                    .as("promtool ends")
                    .isTrue();
            return new Run(process.exitValue(), Files.readString(output));
        } finally {
            process.destroyForcibly();
        }
    }
}
