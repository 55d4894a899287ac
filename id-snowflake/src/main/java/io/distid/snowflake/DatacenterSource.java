package io.distid.snowflake;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.InterruptedIdException;
import io.distid.internal.Address;
import io.distid.spi.IdConfig;
import java.io.IOException;
import java.io.InputStream;
import java.net.HttpURLConnection;
import java.net.Proxy;
import java.net.SocketTimeoutException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.UnaryOperator;

/**
 * Finds the datacenter of a node in the settings, or asks the platform that the node runs on.
 *
 * <p>Messages show the content of an environment variable, a file or a URL only if it is a number. A wrong source may hold a secret. A URL's query
 * may hold one, too, so no message shows it.
 */
final class DatacenterSource {
    static final String KEY = "datacenter";
    static final String NAMES = "datacenter-names";

    /** User information in a URL is refused, since it would not be sent. */
    static final String PATTERN =
            "[0-9]{1,10}|env:[A-Za-z_][A-Za-z0-9_]*|file:\\S+|https?://[^\\s@/?#]+[^\\s@?#]*(\\?[^\\s#]*)?";

    static final String FORM = "a number, env:NAME, file:/path or http[s]://host[:port]/path";

    private static final int MOST_BYTES = 1024;
    private static final Duration PATIENCE = Duration.ofSeconds(2);

    private final IdConfig config;
    private final int last;
    private final UnaryOperator<String> environment;

    /** {@code last} is the greatest datacenter id that the layout has. */
    DatacenterSource(IdConfig config, int last, UnaryOperator<String> environment) {
        this.config = config;
        this.last = last;
        this.environment = environment;
    }

    /**
     * The id.
     *
     * @throws ConfigException if the source holds no id, or one that the layout has no bits for
     * @throws BackendException if the URL does not answer in time
     */
    int id() {
        String source = config.text(KEY);
        if (!source.contains(":")) {
            if (config.has(NAMES)) {
                throw config.invalid(NAMES, "left out, since datacenter is a number already");
            }
            return number(source, "it");
        }
        if (source.startsWith("env:")) {
            String name = source.substring("env:".length());
            return idOf(
                    Optional.ofNullable(environment.apply(name))
                            .orElseThrow(() -> wrong("environment variable " + name + " is not set")),
                    "environment variable " + name);
        }
        if (source.startsWith("file:")) {
            String name = source.substring("file:".length());
            return idOf(file(name), "file " + name);
        }
        return idOf(answer(source), withoutQuery(source));
    }

    private int idOf(String content, String where) {
        String value = content.strip();
        // Google's metadata gives a zone as a path: projects/42/zones/europe-west1-b.
        value = value.substring(value.lastIndexOf('/') + 1);
        if (!config.has(NAMES)) {
            return number(value, where);
        }
        List<String> names = List.of(config.text(NAMES).split(","));
        if (new HashSet<>(names).size() < names.size() || names.size() > last + 1) {
            throw config.invalid(NAMES, "different names, at most " + (last + 1) + ", which the layout has bits for");
        }
        if (!names.contains(value)) {
            throw wrong(where + " holds " + length(value) + " that are none of these names: " + String.join(", ", names)
                    + ". A new name goes to the end of " + NAMES + ", on all nodes: its place is the id");
        }
        return names.indexOf(value);
    }

    private int number(String value, String where) {
        if (!value.matches("[0-9]{1,10}")) {
            throw wrong(where + " holds " + length(value) + " that are not a number: must be a number from 0 to " + last
                    + ", or one of the names that " + NAMES + " lists");
        }
        if (Long.parseLong(value) > last) {
            throw wrong(where + " is " + value + ": must be a number from 0 to " + last
                    + ", which the layout has bits for");
        }
        return Integer.parseInt(value);
    }

    private String file(String name) {
        try {
            Path path = Path.of(name);
            // A read from a pipe could block the start.
            if (!Files.isRegularFile(path)) {
                throw wrong("file " + name + (Files.exists(path) ? " is not a regular file" : " does not exist"));
            }
            try (InputStream in = Files.newInputStream(path)) {
                return bounded(in.readNBytes(MOST_BYTES + 1), "file " + name);
            }
        } catch (InvalidPathException | IOException e) {
            throw wrong("file " + name + " cannot be read: " + e);
        }
    }

    /** Runs in a thread of its own: no time-out ends a look-up of the host's name, or a server that sends a byte now and then. */
    private String answer(String url) {
        String where = withoutQuery(url);
        FutureTask<String> request = new FutureTask<>(() -> request(url));
        Thread thread = new Thread(request, "distid-datacenter");
        thread.setDaemon(true);
        thread.start();
        try {
            return request.get(PATIENCE.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIdException("interrupted while waiting for " + where, e);
        } catch (TimeoutException e) {
            throw late(where);
        } catch (ExecutionException e) {
            // The connection's own time-outs are equally long, so either may come first.
            if (e.getCause() instanceof SocketTimeoutException) {
                throw late(where);
            }
            if (e.getCause() instanceof ConfigException wrong) {
                throw wrong;
            }
            throw new BackendException(
                    prefix() + where + " cannot be reached: " + config.hide(String.valueOf(e.getCause())));
        }
    }

    private BackendException late(String where) {
        return new BackendException(prefix() + where + " did not answer within " + PATIENCE.toMillis() + " ms");
    }

    private String request(String url) throws IOException {
        String where = withoutQuery(url);
        // Without a proxy, since a proxy would answer for its own machine or fail.
        HttpURLConnection connection = (HttpURLConnection) new URL(url).openConnection(Proxy.NO_PROXY);
        try {
            connection.setInstanceFollowRedirects(false);
            connection.setUseCaches(false);
            connection.setConnectTimeout((int) PATIENCE.toMillis());
            connection.setReadTimeout((int) PATIENCE.toMillis());
            // The metadata servers of Google and Azure refuse requests without these headers.
            connection.setRequestProperty("Metadata-Flavor", "Google");
            connection.setRequestProperty("Metadata", "true");
            int status = connection.getResponseCode();
            if (status != HttpURLConnection.HTTP_OK) {
                throw wrong(where + " answered with status " + status
                        + (status / 100 == 3 ? ", and redirections are not followed" : ""));
            }
            try (InputStream in = connection.getInputStream()) {
                return bounded(in.readNBytes(MOST_BYTES + 1), where);
            }
        } finally {
            connection.disconnect();
        }
    }

    private String bounded(byte[] bytes, String where) {
        if (bytes.length > MOST_BYTES) {
            throw wrong(where + " holds more than " + MOST_BYTES + " bytes");
        }
        return new String(bytes, StandardCharsets.UTF_8);
    }

    private static String withoutQuery(String url) {
        return Address.of(url) + (url.indexOf('?') < 0 ? "" : "?...");
    }

    private static String length(String value) {
        return value.length() + " characters";
    }

    private ConfigException wrong(String what) {
        return new ConfigException(prefix() + what);
    }

    private String prefix() {
        return config.strategy() + ": key \"" + config.fullName(KEY) + "\": ";
    }
}
