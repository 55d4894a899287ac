package io.distid.micrometer;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What Prometheus is given: each sample with its value, as {@code name{tags}} in the text.
 *
 * @param samples by name and tags
 */
record Scrape(Map<String, Double> samples) {

    static Scrape of(PrometheusMeterRegistry registry) {
        return new Scrape(registry.scrape()
                .lines()
                .filter(line -> !line.startsWith("#"))
                .collect(Collectors.toMap(
                        line -> line.substring(0, line.lastIndexOf(' ')),
                        line -> Double.valueOf(line.substring(line.lastIndexOf(' ') + 1)),
                        (one, other) -> {
                            throw new AssertionError("a sample comes twice");
                        },
                        TreeMap::new)));
    }

    /** The names, without tags. */
    Set<String> names() {
        return samples.keySet().stream()
                .map(sample -> sample.replaceFirst("\\{.*", ""))
                .collect(Collectors.toSet());
    }
}
