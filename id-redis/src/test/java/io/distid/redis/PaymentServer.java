package io.distid.redis;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.distid.IdException;
import io.distid.coordination.Consumption;
import io.distid.coordination.IdempotencyTokens;
import io.distid.coordination.Idempotent;
import io.distid.coordination.TokenAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * An example: payments on the JDK's HTTP server, of which each carries an {@code Idempotency-Key}. {@code POST /keys} gives one, and
 * {@code POST /payments} pays once for each. Statuses are those of the draft of the IETF's HTTPAPI working group.
 */
final class PaymentServer implements AutoCloseable {
    private final AtomicInteger payments = new AtomicInteger();
    private final ExecutorService threads = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "payments");
        thread.setDaemon(true);
        return thread;
    });
    private final IdempotencyTokens tokens;
    private final Idempotent once;
    private final HttpServer server;

    PaymentServer(IdempotencyTokens tokens) throws IOException {
        this.tokens = tokens;
        this.once = new Idempotent(tokens, Duration.ofSeconds(30));
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 200);
        server.setExecutor(threads);
        server.createContext("/keys", exchange -> answer(exchange, 201, tokens.issue()));
        server.createContext("/payments", this::payment);
        server.start();
    }

    /** Run with the URL of a Redis: posts one payment a hundred times at once. */
    public static void main(String[] args) throws Exception {
        run(Map.of("url", args[0]), System.out);
    }

    static void run(Map<String, String> redis, PrintStream out) throws Exception {
        try (IdempotencyTokens tokens = IdempotencyTokens.open("redis", redis);
                PaymentServer server = new PaymentServer(tokens)) {
            String key = post(server.uri("/keys"), null, "").get().body();
            List<HttpResponse<String>> responses = postAtOnce(100, server.uri("/payments"), key, "100 EUR");
            out.println(responses.size() + " responses, all of them: "
                    + responses.stream().map(PaymentServer::shown).distinct().toList());
            out.println("another amount: "
                    + shown(post(server.uri("/payments"), key, "999 EUR").get()));
            out.println("payments made: " + server.payments());
        }
    }

    private void payment(HttpExchange exchange) throws IOException {
        byte[] body = exchange.getRequestBody().readAllBytes();
        String key = exchange.getRequestHeaders().getFirst("Idempotency-Key");
        try {
            if (key == null) {
                answer(exchange, 400, "no Idempotency-Key");
                return;
            }
            TokenAnswer.NotBegun answer = once.run(key, request(exchange, body), use -> pay(body, use.fence()));
            if (answer instanceof TokenAnswer.Completed done) {
                byte[] result = done.result();
                answer(exchange, 201, result == null ? "paid" : new String(result, StandardCharsets.UTF_8));
            } else if (answer instanceof TokenAnswer.Refused refused) {
                answer(exchange, refused.reason() == Consumption.FOREIGN ? 422 : 400, "key is " + refused.reason());
            } else {
                answer(exchange, 409, "in progress: ask again");
            }
        } catch (IllegalArgumentException e) {
            answer(exchange, 400, e.getMessage());
        } catch (IdException e) {
            answer(exchange, 503, e.getMessage());
        } catch (InterruptedException e) {
            answer(exchange, 503, "the server ends");
        }
    }

    /** A bank that pays takes the number along, and refuses one below the greatest it has seen for the key. */
    private byte[] pay(byte[] amount, long fence) {
        String receipt = "payment " + payments.incrementAndGet() + " of " + new String(amount, StandardCharsets.UTF_8);
        return receipt.getBytes(StandardCharsets.UTF_8);
    }

    /** What makes two requests the same. */
    private static byte[] request(HttpExchange exchange, byte[] body) throws IOException {
        ByteArrayOutputStream request = new ByteArrayOutputStream();
        request.write(
                (exchange.getRequestMethod() + " " + exchange.getRequestURI() + "\n").getBytes(StandardCharsets.UTF_8));
        request.write(body);
        return request.toByteArray();
    }

    private static void answer(HttpExchange exchange, int status, String text) throws IOException {
        byte[] body = text.getBytes(StandardCharsets.UTF_8);
        try (exchange) {
            exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
            exchange.getResponseBody().write(body);
        }
    }

    URI uri(String path) {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + path);
    }

    int payments() {
        return payments.get();
    }

    static String shown(HttpResponse<String> response) {
        return response.statusCode() + " " + response.body();
    }

    static CompletableFuture<HttpResponse<String>> post(URI uri, @Nullable String key, String body) {
        HttpRequest.Builder request = HttpRequest.newBuilder(uri).POST(BodyPublishers.ofString(body));
        if (key != null) {
            request.header("Idempotency-Key", key);
        }
        return HttpClient.newHttpClient().sendAsync(request.build(), BodyHandlers.ofString());
    }

    static List<HttpResponse<String>> postAtOnce(int times, URI uri, String key, String body) {
        HttpClient client = HttpClient.newHttpClient();
        HttpRequest request = HttpRequest.newBuilder(uri)
                .header("Idempotency-Key", key)
                .POST(BodyPublishers.ofString(body))
                .build();
        List<CompletableFuture<HttpResponse<String>>> all = IntStream.range(0, times)
                .mapToObj(i -> client.sendAsync(request, BodyHandlers.ofString()))
                .toList();
        return all.stream().map(CompletableFuture::join).toList();
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
