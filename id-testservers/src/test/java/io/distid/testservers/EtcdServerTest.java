package io.distid.testservers;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

@Order(4)
class EtcdServerTest extends RealServerContract<EtcdServer> {
    private static final Pattern VALUE = Pattern.compile("\"value\":\"([^\"]*)\"");

    @Override
    EtcdServer startServer() {
        return EtcdServer.start();
    }

    @Override
    EtcdServer sharedServer() {
        return EtcdServer.shared();
    }

    @Override
    void write(EtcdServer server, String value) throws Exception {
        ask(server, "put", "{\"key\":\"" + base64("key") + "\",\"value\":\"" + base64(value) + "\"}");
    }

    @Override
    String read(EtcdServer server) throws Exception {
        Matcher value = VALUE.matcher(ask(server, "range", "{\"key\":\"" + base64("key") + "\"}"));
        assertThat(value.find()).as("a value").isTrue();
        return new String(Base64.getDecoder().decode(value.group(1)), StandardCharsets.UTF_8);
    }

    @Override
    String expectedDescription() {
        return "etcd 3\\.\\d+\\.\\d+ \\((embedded|Docker|endpoint)\\)";
    }

    @Test
    void clusterServesWhenOneOfThreeIsKilled() throws Exception {
        List<EtcdServer> members = TestServers.orSkip(() -> EtcdServer.startCluster(3));
        try {
            writeOnceLed(members.get(0), "before");
            members.get(1).kill();
            writeOnceLed(members.get(2), "after");
            TestServers.await()
                    .ignoreExceptionsInstanceOf(IOException.class)
                    .until(() -> read(members.get(0)).equals("after"));
        } finally {
            members.forEach(EtcdServer::close);
        }
    }

    /** On a busy machine the members may choose a leader anew at any time, and answer with errors meanwhile. */
    private void writeOnceLed(EtcdServer member, String value) {
        TestServers.await().ignoreExceptionsInstanceOf(IOException.class).until(() -> {
            write(member, value);
            return true;
        });
    }

    private static String ask(EtcdServer server, String what, String json) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(server.plainUrl() + "/v3/kv/" + what))
                .POST(HttpRequest.BodyPublishers.ofString(json))
                .timeout(TestServers.LIMIT)
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
