package io.distid.bench.results;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class KeptBarsTest {
    @Test
    void whatWasNotMeasuredNowStandsAsItWasMeasuredBefore() {
        BarLine passed = line("a", 1, true, "abc1234");
        BarLine missed = line("b", 1, false, "abc1234");
        BarLine again = line("c", 1, true, "abc1234");
        BarLine never = line("d", 1, null, null);
        BarLine growth = line("e", 1, true, "abc1234");

        List<BarLine> merged = KeptBars.merged(
                List.of(passed, missed, line("c", 1, false, "abc1234"), never, growth),
                List.of(line("a", 1, null, null), line("a", 2, null, null), line("b", 1, null, null), again, never));

        assertThat(merged).containsExactly(passed, line("a", 2, null, null), missed, again, never, growth);
    }

    @Test
    void ofAnotherRevisionAreThoseThatAreMeasuredAndDoNotNameThisOne() {
        BarLine other = line("b", 1, true, "def5678");
        BarLine silent = line("c", 1, true, null);

        assertThat(KeptBars.ofOthers(
                        List.of(line("a", 1, true, "abc1234"), other, silent, line("d", 1, null, null)), "abc1234"))
                .containsExactly(other, silent);
    }

    @Test
    void whereTheRevisionDoesNotTellTheCodeAllThatIsMeasuredMayBeOfOther() {
        BarLine dirty = line("a", 1, true, "abc1234+changes");
        BarLine unknown = line("b", 1, false, "unknown");
        BarLine clean = line("c", 1, true, "abc1234");
        List<BarLine> all = List.of(dirty, unknown, clean, line("d", 1, null, null));

        assertThat(KeptBars.ofOtherCode(all, "abc1234+changes")).containsExactly(dirty, unknown, clean);
        assertThat(KeptBars.ofOtherCode(all, "unknown")).containsExactly(dirty, unknown, clean);
        assertThat(KeptBars.ofOtherCode(all, "abc1234")).containsExactly(dirty, unknown);
    }

    private static BarLine line(String name, int threads, @Nullable Boolean passed, @Nullable String revision) {
        Provenance provenance = revision == null ? null : new Provenance(revision, "2026-11-20T12:00:00Z", 3, 1, false);
        return new BarLine(name, threads, ">= 1", null, null, null, passed, "why", provenance);
    }
}
