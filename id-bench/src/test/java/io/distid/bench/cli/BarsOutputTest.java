package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.bars.BarCatalogue;
import io.distid.bench.results.BarLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import org.junit.jupiter.api.Test;

class BarsOutputTest {
    @Test
    void everyBarHasANameOfItsOwnAndIsALineBeforeAnyIsMeasured() {
        List<BarLine> lines = BarCatalogue.unmeasured("not yet");

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
    void whyABarWasNotMeasuredIsPrintedOnce() {
        StringWriter out = new StringWriter();

        BarsOutput.print(BarCatalogue.unmeasured("no server: refused").subList(0, 3), new PrintWriter(out));

        assertThat(out.toString().lines().toList()).hasSize(5);
        assertThat(out.toString().lines().limit(3)).allMatch(line -> line.startsWith("skipped        - ("));
        assertThat(out.toString()).endsWith(String.format("no server: refused%n0 of 3 bars hold%n"));
    }
}
