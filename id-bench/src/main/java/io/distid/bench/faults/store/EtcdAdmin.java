package io.distid.bench.faults.store;

import io.distid.bench.results.Json;
import io.distid.testservers.EtcdServer;
import java.io.IOException;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.OptionalLong;
import tools.jackson.databind.JsonNode;

/** etcd, by its gateway. For use by one thread. */
public final class EtcdAdmin extends StoreAdmin {
    /** Why the lab cannot take all its connections. */
    public static final String UNLIMITED = "etcd limits connections by file descriptors alone";

    private static final int PATIENCE = 30_000;

    /** The range of all keys, in etcd's form. */
    private static final Map<String, byte[]> ALL = Map.of("key", new byte[1], "range_end", new byte[1]);

    private final EtcdServer server;

    EtcdAdmin(EtcdServer server) {
        this.server = server;
    }

    @Override
    public void mark(long number) {
        put(MARK, Long.toString(number));
    }

    @Override
    public OptionalLong marked() {
        JsonNode found = post("range", Map.of("key", bytes(MARK))).path("kvs");
        return found.isEmpty()
                ? OptionalLong.empty()
                : OptionalLong.of(Long.parseLong(decode(found.get(0).path("value"))));
    }

    @Override
    void addLarge() {
        put(MARK + "-large", "x".repeat(LARGE));
    }

    @Override
    public void wipe() {
        post("deleterange", ALL);
    }

    @Override
    public void setCounter(Map<String, String> settings, long last) {
        String end = "/max/" + settings.get("tag");
        String key = post("range", ALL)
                .path("kvs")
                .valueStream()
                .map(found -> decode(found.path("key")))
                .filter(found -> found.endsWith(end))
                .findFirst()
                .orElseThrow(() -> new IllegalStateException("etcd has no key that ends in " + end));
        put(key, Long.toString(last));
    }

    private void put(String key, String value) {
        post("put", Map.of("key", bytes(key), "value", bytes(value)));
    }

    private JsonNode post(String call, Map<String, byte[]> body) {
        try {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(server.plainUrl() + "/v3/kv/" + call).toURL().openConnection();
            connection.setConnectTimeout(PATIENCE);
            connection.setReadTimeout(PATIENCE);
            connection.setDoOutput(true);
            connection.getOutputStream().write(bytes(Json.compact(body)));
            try (var answer = connection.getInputStream()) {
                return Json.tree(new String(answer.readAllBytes(), StandardCharsets.UTF_8));
            }
        } catch (IOException e) {
            throw new IllegalStateException(server.describe() + ": " + call + ": " + e.getMessage(), e);
        }
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    /** Keys and values are in Base64. */
    private static String decode(JsonNode value) {
        return new String(value.binaryValue(), StandardCharsets.UTF_8);
    }
}
