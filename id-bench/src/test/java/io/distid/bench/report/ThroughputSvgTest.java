package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Environment;
import io.distid.bench.results.Row;
import io.distid.bench.results.Sample;
import io.distid.bench.results.SampleResults;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.IntStream;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.w3c.dom.Document;
import org.w3c.dom.Element;
import org.w3c.dom.NodeList;

class ThroughputSvgTest {
    @Test
    void drawsABarForEachRateTheFastestFirst() throws Exception {
        Document svg = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(new ByteArrayInputStream(
                        ThroughputSvg.of(SampleResults.full()).getBytes(StandardCharsets.UTF_8)));
        NodeList groups = svg.getElementsByTagName("g");
        List<Element> bars = IntStream.range(0, groups.getLength())
                .mapToObj(i -> (Element) groups.item(i))
                .toList();

        assertThat(bars)
                .extracting(bar -> bar.getElementsByTagName("text").item(0).getTextContent())
                .startsWith("AtomicLong.getAndIncrement", "leaf-segment", "System.currentTimeMillis", "robsonkades-v7")
                .endsWith("mysql-auto-increment");
        assertThat(bars)
                .extracting(bar -> bar.getAttribute("class"))
                .startsWith("reference", "distid", "reference", "peer");
        assertThat(bars)
                .extracting(bar -> Double.parseDouble(
                        ((Element) bar.getElementsByTagName("rect").item(0)).getAttribute("width")))
                .isSortedAccordingTo((a, b) -> Double.compare(b, a))
                .allMatch(width -> width > 0 && width < 820);
    }

    @Test
    void namesAreTextAndNothingIsDrawnWithoutRates() {
        Row hostile = SampleResults.row(
                SampleResults.HOSTILE,
                null,
                Row.Status.measured,
                null,
                List.of(Sample.rate(1, 5, null)),
                null,
                null,
                null,
                null);
        Environment environment = SampleResults.complete().environment();
        Environment bare = Sample.environment(
                environment.date(), true, "tiny", environment.machine(), "abc", "1.37", List.of(), List.of());

        assertThat(ThroughputSvg.of(Sample.run(environment, List.of(hostile))))
                .contains("&lt;script&gt;")
                .doesNotContain("<script");
        assertThat(ThroughputSvg.of(Sample.run(bare, List.of()))).isNull();
    }
}
