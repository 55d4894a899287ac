package io.distid.bench.workshop;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.BarLine;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class BarsOutputTest {
    @Test
    void whyABarWasNotMeasuredIsPrintedOnce() {
        StringWriter out = new StringWriter();

        BarsCommand.print(
                Stream.of("first", "second", "third")
                        .map(name -> new BarLine(name, 1, ">= 1", null, null, null, null, "no server: refused", null))
                        .toList(),
                new PrintWriter(out));

        assertThat(out.toString().lines().toList()).hasSize(5);
        assertThat(out.toString().lines().limit(3)).allMatch(line -> line.startsWith("skipped        - ("));
        assertThat(out.toString()).endsWith(String.format("no server: refused%n0 of 3 bars hold%n"));
    }
}
