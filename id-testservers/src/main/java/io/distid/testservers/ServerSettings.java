package io.distid.testservers;

import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** The system properties that choose servers, read again at each start. Safe for use by any number of threads. */
public final class ServerSettings {
    static final String SERVERS = "distid.servers";
    static final String REQUIRED = "distid.servers.required";
    static final String FLUSH = "distid.servers.flush";
    static final String MYSQL_URL = "distid.mysql.url";
    static final String MYSQL_HOME = "distid.mysql.home";
    static final String POSTGRESQL_URL = "distid.postgresql.url";
    static final String REDIS_URL = "distid.redis.url";
    static final String ZOOKEEPER_CONNECT = "distid.zookeeper.connect";
    static final String ETCD_ENDPOINTS = "distid.etcd.endpoints";
    static final String ETCD_HOME = "distid.etcd.home";

    private static final Pattern JDBC =
            Pattern.compile("jdbc:(?:mysql|postgresql)://([^/:?,@]+)(?::(\\d{1,5}))?(?:/([^?]*))?(?:\\?(.*))?");
    private static final Pattern CONNECT = Pattern.compile("[^/:,\\s]+:\\d{1,5}(,[^/:,\\s]+:\\d{1,5})*(/\\S*)?");
    private static final Pattern ENDPOINTS =
            Pattern.compile("https?://[^/:,@\\s]+:\\d{1,5}(,https?://[^/:,@\\s]+:\\d{1,5})*");

    private ServerSettings() {}

    enum Choice {
        AUTO,
        EMBEDDED,
        DOCKER
    }

    record SqlEndpoint(String host, int port, String options, String user, String password) {}

    record RedisEndpoint(
            String host,
            int port,
            @Nullable String user,
            @Nullable String password) {}

    /**
     * Reads all properties, so that a malformed one is reported before anything is started.
     *
     * @throws IllegalArgumentException if a system property is malformed
     */
    public static void check() {
        choice();
        required();
        flushesToDisk();
        mySqlEndpoint();
        mySqlHome();
        postgreSqlEndpoint();
        redisEndpoint();
        zooKeeperConnect();
        etcdEndpoints();
        etcdHome();
    }

    static Choice choice() {
        return Choice.valueOf(oneOf(SERVERS, "auto", "embedded", "docker").toUpperCase(Locale.ROOT));
    }

    /**
     * Whether a missing server is a failure rather than a reason to skip a test.
     *
     * @return the value of {@code distid.servers.required}; false by default
     * @throws IllegalArgumentException if it is neither {@code true} nor {@code false}
     */
    public static boolean required() {
        return oneOf(REQUIRED, "false", "true", "false").equals("true");
    }

    /**
     * Whether an embedded server waits for the disk at each commit, as it must to survive a power failure. Otherwise the operating
     * system has each commit, which survives a killed server.
     */
    static boolean flushesToDisk() {
        return oneOf(FLUSH, "disk", "disk", "system").equals("disk");
    }

    private static String oneOf(String property, String usual, String... allowed) {
        String value = System.getProperty(property);
        if (value == null) {
            return usual;
        }
        if (!List.of(allowed).contains(value)) {
            throw malformed(property, value, String.join(" or ", allowed));
        }
        return value;
    }

    static @Nullable SqlEndpoint mySqlEndpoint() {
        return sqlEndpoint("mysql", 3306, MySqlServer.URL_OPTIONS, "root");
    }

    static @Nullable SqlEndpoint postgreSqlEndpoint() {
        return sqlEndpoint("postgresql", 5432, "", "postgres");
    }

    private static @Nullable SqlEndpoint sqlEndpoint(String kind, int usualPort, String usualOptions, String admin) {
        String property = "distid." + kind + ".url";
        String value = System.getProperty(property);
        if (value == null) {
            return null;
        }
        Matcher url = JDBC.matcher(value);
        if (!value.startsWith("jdbc:" + kind + ":") || !url.matches()) {
            throw malformed(property, value, "jdbc:" + kind + "://host[:port][/database][?options]");
        }
        int port = url.group(2) == null ? usualPort : port(property, value, Integer.parseInt(url.group(2)));
        String options = url.group(4) == null ? usualOptions : url.group(4);
        String user = System.getProperty("distid." + kind + ".user", admin);
        String password = System.getProperty("distid." + kind + ".password", "");
        return new SqlEndpoint(url.group(1), port, options, user, password);
    }

    static @Nullable Path mySqlHome() {
        String value = System.getProperty(MYSQL_HOME);
        if (value == null) {
            return null;
        }
        Path home = Path.of(value).toAbsolutePath();
        if (!Files.isExecutable(MySqlDistribution.mysqld(home))) {
            throw malformed(MYSQL_HOME, value, "the directory of an unpacked MySQL, with bin/mysqld in it");
        }
        return home;
    }

    static @Nullable RedisEndpoint redisEndpoint() {
        String value = System.getProperty(REDIS_URL);
        if (value == null) {
            return null;
        }
        URI uri;
        try {
            uri = URI.create(value);
        } catch (IllegalArgumentException e) {
            uri = URI.create("malformed:value");
        }
        if (!"redis".equals(uri.getScheme()) || uri.getHost() == null) {
            throw malformed(REDIS_URL, value, "redis://[user:password@]host[:port]");
        }
        int port = uri.getPort() == -1 ? 6379 : port(REDIS_URL, value, uri.getPort());
        String info = uri.getUserInfo();
        if (info == null) {
            return new RedisEndpoint(uri.getHost(), port, null, null);
        }
        int colon = info.indexOf(':');
        String user = colon <= 0 ? null : info.substring(0, colon);
        return new RedisEndpoint(uri.getHost(), port, user, info.substring(colon + 1));
    }

    static @Nullable String zooKeeperConnect() {
        String value = System.getProperty(ZOOKEEPER_CONNECT);
        if (value != null && !CONNECT.matcher(value).matches()) {
            throw malformed(ZOOKEEPER_CONNECT, value, "host:port[,host:port]...[/chroot]");
        }
        return value;
    }

    static @Nullable String etcdEndpoints() {
        String value = System.getProperty(ETCD_ENDPOINTS);
        if (value != null && !ENDPOINTS.matcher(value).matches()) {
            throw malformed(ETCD_ENDPOINTS, value, "http://host:port[,http://host:port]...");
        }
        return value;
    }

    /** The binary in the directory that the property names. */
    static @Nullable Path etcdHome() {
        String value = System.getProperty(ETCD_HOME);
        if (value == null) {
            return null;
        }
        Path home = Path.of(value).toAbsolutePath();
        return Stream.of("etcd", "bin/etcd", "usr/bin/etcd")
                .map(home::resolve)
                .filter(Files::isExecutable)
                .findFirst()
                .orElseThrow(() -> malformed(
                        ETCD_HOME,
                        value,
                        "the directory of an unpacked etcd, with etcd, bin/etcd or usr/bin/etcd in it"));
    }

    private static int port(String property, String value, int port) {
        if (port < 1 || port > 65535) {
            throw malformed(property, value, "a port from 1 to 65535");
        }
        return port;
    }

    private static IllegalArgumentException malformed(String property, String value, String allowed) {
        // A text that is not a valid URL may hold a password anywhere.
        String shown = property.endsWith(".url") || property.endsWith(".connect") || property.endsWith(".endpoints")
                ? property + " is malformed (and not shown, since it may hold a password)"
                : property + "=" + value;
        return new IllegalArgumentException(shown + ": must be " + allowed);
    }
}
