package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Base64;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Writes one key by etcd's gateway, and reads it. */
final class EtcdClient {
    private static final Pattern VALUE = Pattern.compile("\"value\":\"([^\"]*)\"");
    private static final String KEY = base64("key");

    private EtcdClient() {}

    static void write(String url, String value) throws Exception {
        write(url, value, TestServers.LIMIT);
    }

    static void write(String url, String value, Duration timeout) throws Exception {
        ask(url, timeout, "put", "{\"key\":\"" + KEY + "\",\"value\":\"" + base64(value) + "\"}");
    }

    static String read(String url) throws Exception {
        return value(ask(url, TestServers.LIMIT, "range", "{\"key\":\"" + KEY + "\"}"));
    }

    /** What the member itself has, without asking the others whether that is the last. */
    static String readLocally(String url) throws Exception {
        return value(ask(url, TestServers.LIMIT, "range", "{\"key\":\"" + KEY + "\",\"serializable\":true}"));
    }

    private static String value(String answer) {
        Matcher value = VALUE.matcher(answer);
        assertThat(value.find()).as("a value").isTrue();
        return new String(Base64.getDecoder().decode(value.group(1)), StandardCharsets.UTF_8);
    }

    private static String ask(String url, Duration timeout, String what, String json) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url + "/v3/kv/" + what))
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .timeout(timeout)
                .build();
        HttpResponse<String> response = HttpClient.newHttpClient().send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() != 200) {
            throw new IOException(response.body());
        }
        return response.body();
    }

    private static String base64(String text) {
        return Base64.getEncoder().encodeToString(text.getBytes(StandardCharsets.UTF_8));
    }
}
