package io.distid.redis;

import io.distid.spi.IdConfig;
import io.distid.spi.Secret;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.HostAndPort;

/**
 * The address of one server, {@code redis://[user[:password]@]host[:port][/database]}, or {@code rediss://} for TLS.
 *
 * <p>Its text shows no user information at all.
 */
record RedisUrl(
        HostAndPort node,
        boolean tls,
        int database,
        @Nullable String user,
        @Nullable Secret password) {
    private static final String FORM = "redis://[user:password@]host[:port][/database] or rediss://...";

    static RedisUrl from(IdConfig config) {
        URI uri;
        try {
            uri = new URI(config.text("url").strip());
        } catch (URISyntaxException e) {
            // Its message holds the whole text, the password included.
            throw config.invalid("url", FORM);
        }
        boolean tls = "rediss".equals(uri.getScheme());
        int database = database(uri.getPath());
        if (!tls && !"redis".equals(uri.getScheme())
                || uri.getHost() == null
                || uri.getPort() > 65535
                || uri.getRawQuery() != null
                || uri.getRawFragment() != null
                || database < 0) {
            throw config.invalid("url", FORM);
        }
        String info = uri.getRawUserInfo();
        int colon = info == null ? -1 : info.indexOf(':');
        String user = info == null ? "" : decode(colon < 0 ? info : info.substring(0, colon));
        return new RedisUrl(
                new HostAndPort(uri.getHost(), uri.getPort() < 0 ? 6379 : uri.getPort()),
                tls,
                database,
                user.isEmpty() ? null : user,
                info == null || colon < 0 ? null : new Secret(decode(info.substring(colon + 1))));
    }

    /** The number after the slash, 0 if there is none, -1 if it is not a number. */
    private static int database(@Nullable String path) {
        if (path == null || path.length() <= 1) {
            return 0;
        }
        return path.matches("/\\d{1,5}") ? Integer.parseInt(path.substring(1)) : -1;
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return (tls ? "rediss://" : "redis://") + node + (database == 0 ? "" : "/" + database);
    }
}
