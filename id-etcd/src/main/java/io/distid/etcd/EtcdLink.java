package io.distid.etcd;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.spi.IdConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;

/**
 * HTTP to the endpoints. It posts JSON to one endpoint after the other until one answers, logs in, and translates
 * errors. It ensures that all endpoints belong to one cluster. Safe for use by any number of threads.
 */
final class EtcdLink {
    private static final int OK = 200;
    private static final String RANGE = "/v3/kv/range";
    /** The path of transactions. */
    static final String TRANSACTION = "/v3/kv/txn";

    /** Without this header a member that is cut off from the others keeps a silent stream open. */
    private static final String LEADER_REQUIRED = "Grpc-Metadata-hasleader";

    private static final String AUTHORIZATION = "Authorization";
    private static final String LOG_IN = "/v3/auth/authenticate";

    private final EtcdErrors errors;
    private final List<String> endpoints;
    private final EtcdHttp http;
    private final EtcdLogin login;
    private final ClusterIdentity cluster;
    /** The body of a request that a member answers by itself, without a leader. */
    private final String question;
    /** The endpoint that answered last. */
    private volatile int preferred;

    EtcdLink(IdConfig config) {
        String given = config.text("endpoints");
        this.errors = new EtcdErrors(given, config);
        this.endpoints = Stream.of(given.split(",")).distinct().toList();
        for (String endpoint : endpoints) {
            if (URI.create(endpoint).getPort() > 65_535) {
                throw config.invalid("endpoints", "http://host:port with a port up to 65535");
            }
        }
        this.cluster = new ClusterIdentity(errors.where(), config.fullName("endpoints"), endpoints);
        String prefix = config.text("prefix") + "/";
        this.question = GatewayJson.write(Map.of(
                "key",
                Transaction.encode(prefix),
                "range_end",
                Transaction.encode(Transaction.end(prefix)),
                "limit",
                "1",
                "keys_only",
                true,
                "serializable",
                true));
        if (config.has("user") != config.has("password")) {
            throw new ConfigException(
                    config.fullName("user") + " and " + config.fullName("password") + ": give both or neither");
        }
        this.login =
                config.has("user") ? new EtcdLogin(config.text("user"), config.secret("password")) : EtcdLogin.NONE;
        this.http = new EtcdHttp(errors.where(), config.duration("timeout"), EtcdTls.context(config));
    }

    String where() {
        return errors.where();
    }

    EtcdErrors errors() {
        return errors;
    }

    boolean isClosed() {
        return http.isClosed();
    }

    /**
     * Asks each of several endpoints for its cluster. An endpoint that does not answer is asked again before it is used.
     *
     * @throws ConfigException if they belong to two clusters
     */
    void askEachEndpoint() {
        for (int i = endpoints.size() - 1; i >= 0; i--) {
            try {
                if (mustTell(endpoints.get(i))) {
                    loggedIn(endpoints.get(i), RANGE, question);
                    preferred = i;
                }
            } catch (IOException e) {
                // The endpoint may be down for good; the others are enough.
            }
        }
    }

    /** As {@link Etcd#requireMajority}. */
    void requireMajority(String what) {
        if (!cluster.hasMajority()) {
            askEachEndpoint();
        }
        cluster.requireMajority(what);
    }

    /**
     * Whether an endpoint must be asked for its cluster before it is used; a single endpoint reports it with each
     * answer.
     */
    private boolean mustTell(String endpoint) {
        return endpoints.size() > 1 && !cluster.has(endpoint);
    }

    private void requireMember(String endpoint) throws IOException {
        cluster.requireTrusted();
        if (mustTell(endpoint)) {
            loggedIn(endpoint, RANGE, question);
        }
    }

    /**
     * Asks until an endpoint answers, each of them once. A single endpoint is asked twice if its connection proves broken.
     */
    EtcdAnswer call(String path, Map<String, Object> body) {
        return call(path, GatewayJson.write(body), true);
    }

    /** Asks one endpoint once, for a request that must not be repeated. */
    EtcdAnswer callOnce(String path, Map<String, Object> body) {
        return call(path, GatewayJson.write(body), false);
    }

    private EtcdAnswer call(String path, String json, boolean repeatable) {
        boolean repeats = repeatable;
        int first = preferred;
        for (int attempt = 0; ; attempt++) {
            int index = (first + attempt) % endpoints.size();
            IOException failure;
            try {
                requireMember(endpoints.get(index));
                EtcdAnswer answer = loggedIn(endpoints.get(index), path, json);
                preferred = index;
                return answer;
            } catch (ConfigException e) {
                preferred = (index + 1) % endpoints.size();
                throw e;
            } catch (ConnectException | HttpTimeoutException e) {
                failure = e;
                if (attempt + 1 >= endpoints.size()) {
                    repeats = false;
                }
            } catch (NoGatewayException e) {
                failure = e;
                if (!repeats || attempt + 1 >= endpoints.size()) {
                    preferred = (index + 1) % endpoints.size();
                    throw errors.noGateway(e);
                }
            } catch (IOException e) {
                failure = e;
                if (attempt + 1 >= Math.max(2, endpoints.size())) {
                    repeats = false;
                }
            }
            if (!repeats) {
                // The next request begins with another endpoint.
                preferred = (index + 1) % endpoints.size();
                throw errors.unanswered(failure);
            }
        }
    }

    /**
     * Opens an answer that goes on until the stream is closed. A member without a leader refuses, and a member that loses its leader
     * ends the stream.
     *
     * @throws BackendException if the answer does not begin in time
     */
    InputStream stream(String path, Map<String, Object> body) {
        String json = GatewayJson.write(body);
        int index = preferred;
        String endpoint = endpoints.get(index);
        try {
            requireMember(endpoint);
            HttpResponse<InputStream> response = http.stream(request(endpoint, path, json)
                    .header(LEADER_REQUIRED, "true")
                    .build());
            if (response.statusCode() == OK) {
                return response.body();
            }
            String refusal = new String(response.body().readAllBytes(), StandardCharsets.UTF_8);
            EtcdErrors.Refusal refused = EtcdErrors.Refusal.of(response.statusCode(), refusal);
            if (refused.isStaleLogin()) {
                login.forget(tokenOf(response));
            }
            if (refused.isUnavailable()) {
                throw new IOException(refused.reason());
            }
            throw errors.refused(refused);
        } catch (ConfigException e) {
            preferred = (index + 1) % endpoints.size();
            throw e;
        } catch (IOException e) {
            preferred = (index + 1) % endpoints.size();
            throw e instanceof NoGatewayException other ? errors.noGateway(other) : errors.unanswered(e);
        }
    }

    private EtcdAnswer loggedIn(String endpoint, String path, String json) throws IOException {
        HttpResponse<String> response = post(endpoint, path, json);
        if (response.statusCode() != OK && login != EtcdLogin.NONE) {
            if (EtcdErrors.Refusal.of(response.statusCode(), response.body()).isStaleLogin()) {
                login.forget(tokenOf(response));
                response = post(endpoint, path, json);
            }
        }
        return answer(endpoint, path, response);
    }

    private static String tokenOf(HttpResponse<?> response) {
        return response.request().headers().firstValue(AUTHORIZATION).orElse("");
    }

    private HttpResponse<String> post(String endpoint, String path, String json) throws IOException {
        return http.send(request(endpoint, path, json).build(), HttpResponse.BodyHandlers.ofString());
    }

    private HttpRequest.Builder request(String endpoint, String path, String json) throws IOException {
        HttpRequest.Builder request = unauthorised(endpoint, path, json);
        String token = login.token(given -> answer(
                endpoint,
                LOG_IN,
                http.send(unauthorised(endpoint, LOG_IN, given).build(), HttpResponse.BodyHandlers.ofString())));
        if (!token.isEmpty()) {
            request.header(AUTHORIZATION, token);
        }
        return request;
    }

    private HttpRequest.Builder unauthorised(String endpoint, String path, String json) {
        return HttpRequest.newBuilder(URI.create(endpoint + path)).POST(HttpRequest.BodyPublishers.ofString(json));
    }

    private EtcdAnswer answer(String endpoint, String path, HttpResponse<String> response) throws IOException {
        if (response.statusCode() != OK) {
            EtcdErrors.Refusal refusal = EtcdErrors.Refusal.of(response.statusCode(), response.body());
            if (refusal.isUnavailable()) {
                throw new IOException(refusal.reason());
            }
            if (refusal.isOverLease()) {
                throw new LeaseOverException(errors.hide(refusal.reason()));
            }
            if (refusal.isCompacted()) {
                throw new CompactedException(
                        "etcd at " + where() + " refused a request: " + errors.hide(refusal.reason()));
            }
            if (refusal.isTooLarge() && path.equals(TRANSACTION)) {
                throw new TransactionTooLargeException(
                        "etcd at " + where() + " refused a request: " + errors.hide(refusal.reason()));
            }
            throw errors.refused(refusal);
        }
        try {
            String date = response.headers()
                    .firstValue("Date")
                    .orElseThrow(() -> new NoGatewayException("its answer has no header Date"));
            long millis = Instant.from(DateTimeFormatter.RFC_1123_DATE_TIME.parse(date))
                    .toEpochMilli();
            return answer(endpoint, path, GatewayJson.read(response.body()), millis);
        } catch (JacksonException | DateTimeException | NumberFormatException e) {
            throw new NoGatewayException(String.valueOf(e.getMessage()));
        }
    }

    private EtcdAnswer answer(String endpoint, String path, Object value, long millis) throws IOException {
        if (!(value instanceof Map<?, ?> json)) {
            throw new NoGatewayException("its answer is not an object");
        }
        EtcdAnswer answer = new EtcdAnswer(json, millis);
        if (!answer.isComplete(path)) {
            throw new NoGatewayException("its answer lacks what etcd's answer to " + path + " has");
        }
        if (!answer.cluster().isEmpty()) {
            cluster.see(endpoint, answer.cluster());
        }
        return answer;
    }

    void close() {
        http.close();
    }
}
