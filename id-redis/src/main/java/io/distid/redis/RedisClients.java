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
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.ConnectionPoolConfig;
import redis.clients.jedis.DefaultJedisClientConfig;
import redis.clients.jedis.HostAndPort;
import redis.clients.jedis.RedisClient;
import redis.clients.jedis.RedisClusterClient;
import redis.clients.jedis.RedisSentinelClient;
import redis.clients.jedis.SslOptions;
import redis.clients.jedis.SslVerifyMode;
import redis.clients.jedis.UnifiedJedis;

/** Builds Jedis's client for the topology that the settings name. */
final class RedisClients {
    /** A cluster's redirections are followed within one call; more than these mean that it is being rebuilt. */
    private static final int CLUSTER_ATTEMPTS = 3;
    /** After this long a connection is made anew, to where the address leads by then. */
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

    /** As above, with some connections more than the settings ask for: for what keeps one for itself. */
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
        refuse("nodes", "left out unless topology is sentinel or cluster: a standalone server is named by url");
        refuse("master", "left out unless topology is sentinel");
        RedisUrl url = RedisUrl.from(config);
        DefaultJedisClientConfig client = client(
                        text("user", url.user()), secret("password", url.password()), url.tls() || config.flag("tls"))
                .database(url.database())
                .build();
        return link(
                url.toString(),
                () -> RedisClient.builder()
                        .hostAndPort(url.node())
                        .clientConfig(client)
                        .poolConfig(pool(poolSize(), timeout))
                        .build());
    }

    private RedisLink sentinel() {
        String master = config.text("master");
        Set<HostAndPort> nodes = nodes();
        boolean tls = config.flag("tls");
        DefaultJedisClientConfig client =
                client(text("user", null), secret("password", null), tls).build();
        DefaultJedisClientConfig sentinels = client(text("sentinel-user", null), secret("sentinel-password", null), tls)
                .build();
        return link(
                "master " + master + " of sentinels " + nodes,
                () -> RedisSentinelClient.builder()
                        .masterName(master)
                        .sentinels(nodes)
                        .clientConfig(client)
                        .sentinelClientConfig(sentinels)
                        .poolConfig(pool(poolSize(), timeout))
                        .build());
    }

    private RedisLink cluster() {
        refuse("master", "left out unless topology is sentinel");
        Set<HostAndPort> nodes = nodes();
        DefaultJedisClientConfig client = client(text("user", null), secret("password", null), config.flag("tls"))
                .build();
        return link(
                "cluster " + nodes,
                () -> RedisClusterClient.builder()
                        .nodes(nodes)
                        .clientConfig(client)
                        .maxAttempts(CLUSTER_ATTEMPTS)
                        .maxTotalRetriesDuration(timeout)
                        .poolConfig(pool(poolSize(), timeout))
                        .build());
    }

    private RedisLink link(String where, Supplier<UnifiedJedis> builder) {
        return RedisLink.connect(
                new RedisErrors(where, config),
                builder,
                timeout,
                poolSize(),
                !config.text("topology").equals("standalone"));
    }

    private DefaultJedisClientConfig.Builder client(@Nullable String user, @Nullable Secret password, boolean tls) {
        int millis = Math.toIntExact(timeout.toMillis());
        // RESP2 needs no HELLO and no CLIENT command, so the ACL user needs no right to them.
        DefaultJedisClientConfig.Builder builder = DefaultJedisClientConfig.builder()
                .resp2()
                .clientSetInfoConfig(ClientSetInfoConfig.DISABLED)
                .connectionTimeoutMillis(millis)
                .socketTimeoutMillis(millis)
                .user(user)
                .password(password == null ? null : password.reveal());
        if (tls) {
            builder.sslOptions(tlsOptions());
        }
        return builder;
    }

    private SslOptions tlsOptions() {
        SslOptions.Builder options = SslOptions.builder()
                .sslVerifyMode(config.text("tls-verify").equals("ca") ? SslVerifyMode.CA : SslVerifyMode.FULL);
        if (config.has("trust-store")) {
            options.truststore(store("trust-store"), password("trust-store"));
        }
        if (config.has("key-store")) {
            options.keystore(store("key-store"), password("key-store"));
        }
        return options.build();
    }

    /** Opened here once, so that a wrong file or password is an error of the settings and not of a connection. */
    private File store(String key) {
        File file = new File(config.text(key));
        try {
            KeyStore.getInstance(file, password(key));
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

    /** How each client keeps its connections. */
    static ConnectionPoolConfig pool(int size, Duration timeout) {
        ConnectionPoolConfig pool = new ConnectionPoolConfig();
        pool.setMaxTotal(size);
        pool.setMaxIdle(size);
        pool.setMaxWait(timeout);
        pool.setJmxEnabled(false);
        // One that is dead is found out when it is used. A ping by the evictor would hold up a close while the server
        // is frozen.
        pool.setTestWhileIdle(false);
        // A close need not wait for the evictor; and a wait that is interrupted would swallow the interrupt.
        pool.setEvictorShutdownTimeout(Duration.ZERO);
        pool.setTimeBetweenEvictionRuns(CONNECTION_LIFE.dividedBy(4));
        pool.setEvictionPolicy(new BoundedLife<>(CONNECTION_LIFE));
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

    private void refuse(String key, String mustBe) {
        if (config.has(key)) {
            throw config.invalid(key, mustBe);
        }
    }

    private @Nullable String text(String key, @Nullable String otherwise) {
        return config.has(key) ? config.text(key) : otherwise;
    }

    private @Nullable Secret secret(String key, @Nullable Secret otherwise) {
        return config.has(key) ? config.secret(key) : otherwise;
    }
}
