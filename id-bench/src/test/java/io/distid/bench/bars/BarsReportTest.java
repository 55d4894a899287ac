package io.distid.bench.bars;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.report.BarLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class BarsReportTest {
    @Test
    void everyBarHasANameOfItsOwnAndIsALineBeforeAnyIsMeasured() {
        List<BarLine> lines = BarsRun.unmeasured("not yet");

        assertThat(lines).hasSizeGreaterThan(50);
        assertThat(lines.stream().map(line -> line.name() + ", " + line.threads()))
                .doesNotHaveDuplicates();
        assertThat(lines).allSatisfy(line -> {
            assertThat(line.measured()).isNull();
            assertThat(line.passed()).isNull();
            assertThat(line.required()).isNotEmpty();
            assertThat(line.reason()).isEqualTo("not yet");
        });
    }

    @Test
    void whatIsMeasuredNowReplacesItsLineAndNoOther() {
        List<BarLine> none = BarsRun.unmeasured("not yet");
        BarLine first = measured(none.get(0), 1.5, true);
        BarLine second = measured(none.get(1), 0.5, false);

        List<BarLine> once = BarsReport.merged(none, List.of(first, second));
        BarLine again = measured(none.get(1), 2, true);
        List<BarLine> twice = BarsReport.merged(once, List.of(again));

        assertThat(twice).hasSameSizeAs(none).startsWith(first, again);
        assertThat(twice.subList(2, twice.size()))
                .allSatisfy(line -> assertThat(line.passed()).isNull());
    }

    @Test
    void whyABarWasNotMeasuredIsPrintedOnce() {
        StringWriter out = new StringWriter();

        BarsReport.print(BarsRun.unmeasured("LeafBench failed: no server").subList(0, 3), new PrintWriter(out));

        assertThat(out.toString().lines().toList()).hasSize(5);
        assertThat(out.toString()).endsWith(String.format("LeafBench failed: no server%n0 of 3 bars hold%n"));
    }

    private static BarLine measured(BarLine bar, double ratio, boolean passed) {
        return new BarLine(bar.name(), bar.threads(), bar.required(), ratio, "reference", 1.0, passed, null);
    }
}
