package io.distid.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.SampleFaults;
import io.distid.bench.results.SampleResults;
import io.distid.bench.results.Verdict;
import java.io.IOException;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** What can be said of the page without a browser. */
class HtmlReportTest {
    private static String page;

    @BeforeAll
    static void write() throws IOException {
        page = HtmlReport.of(SampleResults.complete(), SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS));
    }

    @Test
    void loadsNothing() {
        String markup = page.replaceAll("(?s)<script\\b.*?</script>", "");

        assertThat(markup).doesNotContain("src=", "http://", "https://", "@import", "url(");
        assertThat(markup).contains("default-src 'none'");
    }

    @Test
    void namesAndReasonsCannotEndTheirElement() {
        String data = page.substring(page.indexOf("id=\"results\">"));
        data = data.substring(0, data.indexOf("</script>"));

        assertThat(data).contains("\\u003c/script>\\u003cscript>console.error").endsWith("}");
        assertThat(page).doesNotContain(SampleResults.HOSTILE);
    }

    @Test
    void thePageOfFaultsNeedsNeitherAComparisonNorTheLibrary() throws IOException {
        String faults = HtmlReport.of(SampleFaults.table(Verdict.REPEATS, Verdict.REPEATS));

        assertThat(faults)
                .contains("default-src 'none'", "id=\"faults-data\"")
                .doesNotContain("<!-- {", "id=\"results\"", "Apache", "src=");
        // Figures may hold the address of a peer's documentation, as text.
        assertThat(faults.replaceAll("(?s)<script type=\"application/json\".*?</script>", ""))
                .doesNotContain("http://", "https://");
    }

    @Test
    void hasEveryPartOnceAndTheLibrarysLicence() {
        assertThat(page).doesNotContain("<!-- {").contains("Licensed to the Apache Software Foundation");
        assertThat(page)
                .containsOnlyOnce("id=\"results\"")
                .containsOnlyOnce("id=\"faults-data\"")
                .contains("<dt>Throughput</dt>", "<dt>What ids tell</dt>");
    }
}
