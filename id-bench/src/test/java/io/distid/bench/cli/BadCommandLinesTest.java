package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Whatever is mistyped: exit code 2, one line that says so, no stack trace, no secret, and nothing is started. */
class BadCommandLinesTest {
    private static final long SEED = 20261122;

    @Test
    @Timeout(600)
    void eachIsRefusedInOneLineBeforeAnythingIsStarted() {
        List<List<String>> lines = BadCommandLines.of(SEED);
        long children = ProcessHandle.current().children().count();
        assertThat(lines).hasSizeGreaterThan(300);

        SoftAssertions all = new SoftAssertions();
        for (List<String> line : lines) {
            CommandRun run = CommandRun.of(line.toArray(String[]::new));
            List<String> answer =
                    run.err().lines().filter(each -> !each.startsWith("  ")).toList();
            // At once: what is not refused may run for minutes.
            assertThat(run.exitCode())
                    .as("exit code of %s, which said %s", line, answer)
                    .isEqualTo(2);
            all.assertThat(run.out()).as("output of %s", line).isEmpty();
            all.assertThat(answer).as("answer to %s", line).hasSize(1);
            all.assertThat(run.err())
                    .as("answer to %s", line)
                    .hasSizeLessThan(6_000)
                    .doesNotContain(BadCommandLines.SECRET, "Exception", "\tat ", "null")
                    .matches("(?s)[^\\p{Cntrl}&&[^\\r\\n]]* --help\\)\\R");
        }
        all.assertAll();
        assertThat(ProcessHandle.current().children().count()).isEqualTo(children);
    }
}
