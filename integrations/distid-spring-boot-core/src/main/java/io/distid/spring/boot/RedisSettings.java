package io.distid.spring.boot;

import io.distid.ConfigException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.ssl.SslBundle;

/**
 * Describes the application's Redis in the keys of id-redis, for {@link ConnectionDefaults}. The starters fill it from
 * Boot's connection details, whose classes differ between the lines. For use by one thread.
 */
public final class RedisSettings {
    private final Map<String, String> settings = new LinkedHashMap<>();

    /**
     * Begins with the login.
     *
     * @param user or null
     * @param password or null
     * @param bundle null without TLS
     * @throws ConfigException if the bundle has key stores of its own: distid takes file names only
     */
    public RedisSettings(@Nullable String user, @Nullable String password, @Nullable SslBundle bundle) {
        put("user", user);
        put("password", password);
        if (bundle != null) {
            if (bundle.getStores().getTrustStore() != null || bundle.getStores().getKeyStore() != null) {
                throw untold("takes its certificates from an SSL bundle", "url, trust-store and key-store");
            }
            settings.put("tls", "true");
        }
    }

    /**
     * One server.
     *
     * @param host a name or an address
     * @param port its port
     * @param database its number
     * @return the settings
     */
    public Map<String, String> standalone(String host, int port, int database) {
        settings.put("url", "redis://" + node(host, port) + (database == 0 ? "" : "/" + database));
        return settings;
    }

    /**
     * A master that sentinels know.
     *
     * @param master its name
     * @param nodes the sentinels, in the form of {@link #node}
     * @param user on the sentinels, or null
     * @param password on the sentinels, or null
     * @return the settings
     */
    public Map<String, String> sentinel(
            String master, List<String> nodes, @Nullable String user, @Nullable String password) {
        settings.put("topology", "sentinel");
        settings.put("master", master);
        settings.put("nodes", String.join(",", nodes));
        put("sentinel-user", user);
        put("sentinel-password", password);
        return settings;
    }

    /**
     * A cluster.
     *
     * @param nodes some of its nodes, in the form of {@link #node}
     * @return the settings
     */
    public Map<String, String> cluster(List<String> nodes) {
        settings.put("topology", "cluster");
        settings.put("nodes", String.join(",", nodes));
        return settings;
    }

    /**
     * The form of a server in settings.
     *
     * @param host a name or an address, one of IPv6 with or without brackets
     * @param port its port
     * @return host and port
     */
    public static String node(String host, int port) {
        return (host.indexOf(':') >= 0 && !host.startsWith("[") ? "[" + host + "]" : host) + ":" + port;
    }

    /**
     * Makes the error for a connection that settings cannot express. Without it a backend would use its own default
     * address.
     *
     * @param how what is special about the application's Redis
     * @param keys the keys to set instead
     * @return the error to throw
     */
    public static ConfigException untold(String how, String keys) {
        return new ConfigException("the application's Redis (spring.data.redis) " + how
                + ", which distid cannot take over: set " + keys + " of the generator's own Redis");
    }

    private void put(String key, @Nullable String value) {
        if (value != null && !value.isEmpty()) {
            settings.put(key, value);
        }
    }
}
