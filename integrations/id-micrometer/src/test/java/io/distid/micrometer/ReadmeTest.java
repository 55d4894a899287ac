package io.distid.micrometer;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.Tag;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class ReadmeTest {
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final GivenGenerator generator = GivenGenerator.withAllFigures();

    @Test
    void tableOfMetersIsWhatIsRegistered() throws Exception {
        new DistidMetrics().add("orders", generator).bindTo(registry);
        Set<String> scraped = Scrape.of(registry).names();
        List<String> rows = Files.readAllLines(Path.of("README.md")).stream()
                .filter(line -> line.startsWith("| `distid."))
                .sorted()
                .toList();
        assertThat(rows)
                .isEqualTo(registry.getMeters().stream()
                        .map(meter -> row(meter, scraped))
                        .distinct()
                        .sorted()
                        .toList());
        assertThat(scraped)
                .as("samples that no row has")
                .allMatch(name -> String.join("\n", rows).contains("`" + name + "`"));
    }

    private String row(Meter meter, Set<String> scraped) {
        Meter.Id id = meter.getId();
        String family = registry.config().namingConvention().name(id.getName(), id.getType(), id.getBaseUnit());
        return "| `" + id.getName() + "` | "
                + new TreeSet<>(scraped)
                        .stream()
                                .filter(name -> name.matches(family + "(_total|_count|_sum)?"))
                                .map(name -> "`" + name + "`")
                                .collect(Collectors.joining(", "))
                + " | "
                + id.getTags().stream()
                        .map(Tag::getKey)
                        .filter(key -> !Set.of("generator", "strategy").contains(key))
                        .map(key -> "`" + key + "`")
                        .collect(Collectors.joining())
                + " | " + id.getDescription() + " |";
    }
}
