package io.distid.bench.progress;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.time.Duration;
import org.junit.jupiter.api.Test;

class ProgressTest {
    private final StringWriter text = new StringWriter();
    private Duration now = Duration.ZERO;

    private Progress progress(boolean terminal) {
        return new Progress(new PrintWriter(text), terminal, () -> now.toNanos());
    }

    @Test
    void onATerminalOneLineIsRedrawnWithABarAndTheTimeThatIsLeft() {
        Progress progress = progress(true);
        progress.plan(Duration.ofMinutes(4));

        progress.step("checking snowflake", Duration.ofMinutes(1));
        progress.done("fine");
        // Twice as long as was thought, so the rest will take twice as long, too.
        now = Duration.ofMinutes(2);
        progress.step("measuring " + "x".repeat(200), Duration.ofMinutes(3));

        String[] lines = text.toString().split("\r\u001b\\[K");
        assertThat(lines).hasSize(3);
        assertThat(lines[1]).isEqualTo("[....................]   0 %   4:00 left  checking snowflake");
        assertThat(lines[2])
                .startsWith("[#####...............]  25 %   6:00 left  measuring xxx")
                .hasSize(79);
        assertThat(text.toString()).doesNotContain("\n");
        progress.end();
        assertThat(text.toString()).endsWith("\r\u001b[K");
    }

    @Test
    void elsewhereEachStepIsAPlainLineOnceItHasEnded() {
        Progress progress = progress(false);
        progress.plan(Duration.ofMinutes(4));

        progress.step("checking snowflake", Duration.ofMinutes(1));
        assertThat(text.toString()).isEmpty();
        progress.done("fine");
        progress.step("checking sonyflake", Duration.ofMinutes(3));
        progress.done("fine too");
        progress.end();
        progress.done("a consequence of the end");

        assertThat(text.toString().lines())
                .containsExactly(" 25 %  checking snowflake: fine", "100 %  checking sonyflake: fine too");
        assertThat(text.toString()).doesNotContain("\u001b", "\r");
    }

    @Test
    void aLongStepIsRedrawnWhileItLastsButNotMoreOftenThanAPersonCanRead() {
        Progress progress = progress(true);
        progress.plan(Duration.ofMinutes(4));
        progress.step("comparing", Duration.ofMinutes(4));

        now = Duration.ofMinutes(1);
        progress.at(0.25);
        progress.at(0.26);
        now = Duration.ofMinutes(3);
        progress.at(0.75);

        assertThat(text.toString().split("\r\u001b\\[K"))
                .containsExactly(
                        "",
                        "[....................]   0 %   4:00 left  comparing",
                        "[#####...............]  25 %   3:00 left  comparing",
                        "[###############.....]  75 %   1:00 left  comparing");
    }

    @Test
    void whatIsThoughtToTakeNoTimeIsDoneAtOnce() {
        Progress progress = progress(false);
        progress.plan(Duration.ofNanos(500));
        progress.step("reading", Duration.ofNanos(500));
        progress.done("3 ids");

        assertThat(text.toString().lines()).containsExactly("100 %  reading: 3 ids");
    }

    @Test
    void sharesOfAStepAreNotPrintedAsPlainLines() {
        Progress progress = progress(false);
        progress.plan(Duration.ofMinutes(4));
        progress.step("comparing", Duration.ofMinutes(4));

        now = Duration.ofMinutes(1);
        progress.at(0.25);

        assertThat(text.toString()).isEmpty();
    }
}
