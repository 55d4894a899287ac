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
 * <p>{@code toString} shows no user information at all.
 */
record RedisUrl(
        HostAndPort node,
        boolean tls,
        int database,
        @Nullable String user,
        @Nullable Secret password) {
    static final String FORM =
            "redis://[user:password@]host[:port][/database], or rediss: for TLS, with %40 for @ in a password";

    /** The pattern is possessive, since the matcher takes a stack frame for each step that it may have to undo. */
    static final String PATTERN =
            "rediss?://((?:[^\\s@/?#%\\[\\]]++|%[0-9A-Fa-f]{2})*+@)?([^\\s@/?#%:\\[\\]]++|\\[[0-9A-Fa-f:.]++\\])"
                    + "(:\\d{1,5})?(/\\d{0,5})?";

    static RedisUrl from(IdConfig config) {
        URI uri;
        try {
            uri = new URI(config.text("url"));
        } catch (URISyntaxException e) {
            // The error's message holds the whole text, password included, so it is not a cause.
            throw config.invalid("url", FORM);
        }
        if (uri.getHost() == null || uri.getPort() > 65535) {
            throw config.invalid("url", FORM);
        }
        String info = uri.getRawUserInfo();
        int colon = info == null ? -1 : info.indexOf(':');
        String user = info == null ? "" : decode(colon < 0 ? info : info.substring(0, colon));
        return new RedisUrl(
                new HostAndPort(uri.getHost(), uri.getPort() < 0 ? 6379 : uri.getPort()),
                "rediss".equals(uri.getScheme()),
                database(uri.getPath()),
                user.isEmpty() ? null : user,
                info == null || colon < 0 ? null : new Secret(decode(info.substring(colon + 1))));
    }

    /** The number after the slash; 0 if it is missing. */
    private static int database(@Nullable String path) {
        return path == null || path.length() <= 1 ? 0 : Integer.parseInt(path.substring(1));
    }

    private static String decode(String text) {
        return URLDecoder.decode(text.replace("+", "%2B"), StandardCharsets.UTF_8);
    }

    @Override
    public String toString() {
        return (tls ? "rediss://" : "redis://") + node + (database == 0 ? "" : "/" + database);
    }
}
