package io.distid.redis;

import io.distid.spi.IdConfig;
import io.distid.spi.Secret;
import java.io.File;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyStore;
import java.time.Duration;
import java.util.LinkedHashSet;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;
import redis.clients.jedis.providers.ClusterConnectionProvider;
import redis.clients.jedis.providers.PooledConnectionProvider;

/** Opens a link with Jedis's pools, for the topology that the settings name. */
final class RedisClients {
    /** How long a connection lives; its successor goes to where the address leads by then. */
    private static final Duration CONNECTION_LIFE = Duration.ofSeconds(60);

    private final IdConfig config;
    private final Duration timeout;

    private final int more;

    private RedisClients(IdConfig config, int more) {
        this.config = config;
        this.more = more;
        this.timeout = config.duration("timeout");
    }

    /** A client, not necessarily connected yet. */
    static RedisLink open(IdConfig config) {
        return open(config, 0);
    }

    /** As above, with more connections than the settings ask for, for users that keep a connection for themselves. */
    static RedisLink open(IdConfig config, int more) {
        return new RedisClients(config, more).open();
    }

    private RedisLink open() {
        return switch (config.text("topology")) {
            case "sentinel" -> sentinel();
            case "cluster" -> cluster();
            default -> standalone();
        };
    }

    private RedisLink standalone() {
        RedisUrl url = RedisUrl.from(config);
        ConnectionSettings client = loggingIn(new ConnectionSettings(
                millis(),
                text("user", url.user()),
                secret("password", url.password()),
                url.database(),
                tls(url.tls() || config.flag("tls"))));
        return link(
                url.toString(),
                () -> new ServerConnections(
                        new PooledConnectionProvider(url.node(), client, pool(poolSize(), timeout))));
    }

    private RedisLink sentinel() {
        String master = config.text("master");
        Set<HostAndPort> nodes = nodes();
        ConnectionSettings client = client("user", "password");
        ConnectionSettings sentinels = client("sentinel-user", "sentinel-password");
        return link(
                "master " + master + " of sentinels " + nodes,
                () -> new ServerConnections(
                        new SentinelConnections(master, client, poolSize(), timeout, nodes, sentinels)));
    }

    private RedisLink cluster() {
        Set<HostAndPort> nodes = nodes();
        ConnectionSettings client = client("user", "password");
        return link(
                "cluster " + nodes,
                () -> new ClusterConnections(new ClusterConnectionProvider(nodes, client, pool(poolSize(), timeout))));
    }

    private RedisLink link(String where, Supplier<NodeConnections> nodes) {
        return RedisLink.connect(
                new RedisErrors(where, config),
                nodes,
                timeout,
                poolSize(),
                !config.text("topology").equals("standalone"));
    }

    private ConnectionSettings client(String userKey, String passwordKey) {
        return loggingIn(new ConnectionSettings(
                millis(), text(userKey, null), secret(passwordKey, null), 0, tls(config.flag("tls"))));
    }

    /** Adds the password, since Jedis does not log in without one. */
    private ConnectionSettings loggingIn(ConnectionSettings client) {
        if (client.user() != null && client.secret() == null) {
            throw config.invalid(
                    config.has("user") ? "user" : "url",
                    "given with a password; any text will do for an ACL user with nopass");
        }
        return client;
    }

    private int millis() {
        return Math.toIntExact(timeout.toMillis());
    }

    private @Nullable SslOptions tls(boolean asked) {
        return asked ? tlsOptions() : null;
    }

    private SslOptions tlsOptions() {
        SslOptions.Builder options = SslOptions.builder()
                .sslVerifyMode(config.text("tls-verify").equals("ca") ? SslVerifyMode.CA : SslVerifyMode.FULL);
        if (config.has("trust-store")) {
            options.truststore(store("trust-store", options::trustStoreType), password("trust-store"));
        }
        if (config.has("key-store")) {
            options.keystore(store("key-store", options::keyStoreType), password("key-store"));
        }
        return options.build();
    }

    /** The store is opened here once, so that a wrong file or password is an error of the settings and not of a connection. */
    private File store(String key, Consumer<String> type) {
        File file = new File(config.text(key));
        try {
            // Jedis 6 does not detect the type.
            type.accept(KeyStore.getInstance(file, password(key)).getType());
            return file;
        } catch (IOException | GeneralSecurityException | IllegalArgumentException e) {
            throw config.invalid(key, "a PKCS12 or JKS file that can be read and that " + key + "-password opens");
        }
    }

    private char[] password(String key) {
        String password = key + "-password";
        return config.has(password) ? config.secret(password).reveal().toCharArray() : new char[0];
    }

    private int poolSize() {
        return Math.toIntExact(config.integer("pool-size")) + more;
    }

    /** The settings of each client's pool. */
    static ConnectionPoolConfig pool(int size, Duration timeout) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(size);
        pool.setMaxIdle(size);
        pool.setMaxWait(timeout);
        pool.setJmxEnabled(false);
        // A dead connection is detected when it is used. A ping by the evictor would delay a close while the server is
        // frozen.
        pool.setTestWhileIdle(false);
        // A close need not wait for the evictor, and the evictor's wait would swallow an interrupt.
        pool.setEvictorShutdownTimeout(Duration.ZERO);
        pool.setTimeBetweenEvictionRuns(CONNECTION_LIFE.dividedBy(4));
        pool.setEvictionPolicy(new ConnectionMaxAge<>(CONNECTION_LIFE));
        return pool;
    }

    private Set<HostAndPort> nodes() {
        Set<HostAndPort> nodes = new LinkedHashSet<>();
        for (String node : config.text("nodes").split(",")) {
            HostAndPort parsed = HostAndPort.from(node.strip());
            if (parsed.getPort() < 1 || parsed.getPort() > 65535) {
                throw config.invalid("nodes", "host:port,host:port with ports from 1 to 65535");
            }
            nodes.add(parsed);
        }
        return nodes;
    }

    private @Nullable String text(String key, @Nullable String otherwise) {
        return config.has(key) ? config.text(key) : otherwise;
    }

    private @Nullable Secret secret(String key, @Nullable Secret otherwise) {
        return config.has(key) ? config.secret(key) : otherwise;
    }
}
