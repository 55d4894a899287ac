package io.distid.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** What the dashboard and the alerts ask Prometheus for is what it is given. */
class DashboardsTest {
    private static final Path DASHBOARD = Path.of("dashboards", "distid-grafana.json");
    private static final Pattern METRIC = Pattern.compile("\\bdistid_\\w+");

    @ParameterizedTest
    @ValueSource(strings = {"distid-grafana.json", "distid-alerts.yml", "distid-alerts-test.yml"})
    void eachMetricThatIsNamedIsScraped(String file) throws IOException {
        Set<String> named = new TreeSet<>(METRIC.matcher(Files.readString(Path.of("dashboards", file)))
                .results()
                .map(MatchResult::group)
                .toList());
        assertThat(named).hasSizeGreaterThan(5).isSubsetOf(scraped());
    }

    @Test
    void dashboardShowsEachMetricThatIsScraped() throws IOException {
        String dashboard = Files.readString(DASHBOARD);
        assertThat(scraped()).allMatch(dashboard::contains);
    }

    @Test
    void eachPanelAsksForTheChosenGeneratorsAndHasAPlaceOfItsOwn() throws IOException {
        JsonNode dashboard = JsonMapper.shared().readTree(Files.readString(DASHBOARD));
        List<JsonNode> panels = dashboard.path("panels").valueStream().toList();
        assertThat(panels).hasSizeGreaterThan(8);
        assertThat(panels.stream().map(panel -> panel.path("id").asInt())).doesNotHaveDuplicates();
        assertThat(panels.stream().map(panel -> panel.path("gridPos").toString()))
                .doesNotHaveDuplicates();
        panels.stream()
                .flatMap(panel -> panel.path("targets").valueStream())
                .map(target -> target.path("expr").asString())
                .forEach(expression -> assertThat(expression).contains("generator=~\"$generator\""));
    }

    private static Set<String> scraped() {
        PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
        GivenGenerator generator = GivenGenerator.withAllFigures();
        new DistidMetrics().add("orders", generator).bindTo(registry);
        return Scrape.of(registry).names();
    }
}
