package io.distid.bench.latency;

import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;

/** Counts the calls to all members of a cluster, by the gateway or by gRPC clients. */
final class EtcdRequestCounter implements ServerCounter {
    private static final String STARTED = "grpc_server_started_total{";
    private static final int PATIENCE = (int) Duration.ofSeconds(30).toMillis();

    private final List<String> endpoints;

    EtcdRequestCounter(String endpoints) {
        this.endpoints = List.of(endpoints.split(","));
    }

    @Override
    public long requests() {
        return endpoints.stream().mapToLong(EtcdRequestCounter::started).sum();
    }

    @Override
    public void close() {}

    private static long started(String endpoint) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(endpoint + "/metrics").toURL().openConnection();
            connection.setConnectTimeout(PATIENCE);
            connection.setReadTimeout(PATIENCE);
            try (var body = connection.getInputStream()) {
                return new String(body.readAllBytes(), StandardCharsets.UTF_8)
                        .lines()
                        .filter(line -> line.startsWith(STARTED))
                        .mapToLong(line -> (long) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                        .reduce(Long::sum)
                        .orElseThrow(() -> new UncountedException("etcd at " + endpoint
                                + " does not report how many requests it had: /metrics lacks " + STARTED));
            }
        } catch (IOException e) {
            throw new UncountedException("etcd at " + endpoint + " did not report how many requests it had: " + e, e);
        }
    }
}
