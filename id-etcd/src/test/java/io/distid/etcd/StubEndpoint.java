package io.distid.etcd;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.distid.spi.IdConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.UnaryOperator;

/** An endpoint that answers as a test says, where a real etcd never does. */
final class StubEndpoint implements AutoCloseable {
    private final HttpServer server;
    private final ExecutorService executor = Executors.newCachedThreadPool();
    private final AtomicInteger requests = new AtomicInteger();

    /** What it does with a request. */
    interface Answer {
        void to(HttpExchange exchange) throws IOException;
    }

    private StubEndpoint(HttpServer server) {
        this.server = server;
    }

    static StubEndpoint start(Answer answer) throws IOException {
        StubEndpoint stub = new StubEndpoint(HttpServer.create(new InetSocketAddress("127.0.0.1", 0), 0));
        stub.server.setExecutor(stub.executor);
        stub.server.createContext("/", exchange -> {
            stub.requests.incrementAndGet();
            answer.to(exchange);
        });
        stub.server.start();
        return stub;
    }

    /** The same to every request. */
    static StubEndpoint start(int status, String body) throws IOException {
        return start(exchange -> answer(exchange, status, body));
    }

    static void answer(HttpExchange exchange, int status, String body) throws IOException {
        byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
        exchange.sendResponseHeaders(status, bytes.length);
        exchange.getResponseBody().write(bytes);
        exchange.close();
    }

    /** What another endpoint answers to the same request. */
    static void forward(HttpExchange exchange, String endpoint) throws IOException {
        forward(exchange, endpoint, body -> body);
    }

    /** The same with another body. */
    static void forward(HttpExchange exchange, String endpoint, UnaryOperator<String> change) throws IOException {
        Forwarded forwarded = Forwarded.of(exchange, endpoint);
        answer(exchange, forwarded.status(), change.apply(forwarded.body()));
    }

    /** Has another endpoint carry out the request, and breaks the connection in place of an answer. */
    static void loseAnswer(HttpExchange exchange, String endpoint) throws IOException {
        Forwarded.of(exchange, endpoint);
        exchange.close();
    }

    /** What another endpoint has answered. */
    private record Forwarded(int status, String body) {
        static Forwarded of(HttpExchange exchange, String endpoint) throws IOException {
            HttpURLConnection connection = (HttpURLConnection)
                    URI.create(endpoint + exchange.getRequestURI()).toURL().openConnection();
            connection.setConnectTimeout(EtcdFixture.TIMEOUT_MILLIS);
            connection.setReadTimeout(EtcdFixture.TIMEOUT_MILLIS);
            connection.setDoOutput(true);
            connection.setRequestProperty("Content-Type", "application/json");
            exchange.getRequestBody().transferTo(connection.getOutputStream());
            int status = connection.getResponseCode();
            try (InputStream body = status < 400 ? connection.getInputStream() : connection.getErrorStream()) {
                return new Forwarded(status, new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
        }
    }

    /** The headers, and the beginning of a body that never comes to its end. */
    static void stall(HttpExchange exchange) throws IOException {
        exchange.sendResponseHeaders(200, 100);
        exchange.getResponseBody().write('{');
        exchange.getResponseBody().flush();
    }

    /** No answer until the end. */
    static void hold(HttpExchange exchange, CountDownLatch end) {
        try {
            end.await();
        } catch (InterruptedException e) {
            // It is closed.
        }
        exchange.close();
    }

    String url() {
        return "http://127.0.0.1:" + server.getAddress().getPort();
    }

    int requests() {
        return requests.get();
    }

    static EtcdLink link(String endpoints, String timeout) {
        return new EtcdLink(
                IdConfig.of(new EtcdLockStoreProvider(), Map.of("endpoints", endpoints, "timeout", timeout)));
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
