package io.distid.redis;

import io.distid.spi.Secret;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.SslOptions;

/**
 * What Jedis makes each connection by: RESP2, of which a server need not be told, so that the ACL user needs a right neither to HELLO nor to
 * CLIENT. Jedis 6 and 7 send no HELLO where no protocol is named, and Jedis 8 where in addition none is to be negotiated; their builders
 * have no one way to say so.
 *
 * @param timeoutMillis to connect, and for an answer
 * @param ssl null without TLS
 */
record ConnectionSettings(
        int timeoutMillis,
        @Nullable String user,
        @Nullable Secret secret,
        int database,
        @Nullable SslOptions ssl) implements JedisClientConfig {

    @Override
    public @Nullable RedisProtocol getRedisProtocol() {
        return null;
    }

    /** Of Jedis 8; nobody calls it before. */
    @Override
    public boolean isAutoNegotiateProtocol() {
        return false;
    }

    @Override
    public ClientSetInfoConfig getClientSetInfoConfig() {
        return ClientSetInfoConfig.DISABLED;
    }

    @Override
    public int getConnectionTimeoutMillis() {
        return timeoutMillis;
    }

    @Override
    public int getSocketTimeoutMillis() {
        return timeoutMillis;
    }

    @Override
    public @Nullable String getUser() {
        return user;
    }

    @Override
    public @Nullable String getPassword() {
        return secret == null ? null : secret.reveal();
    }

    @Override
    public int getDatabase() {
        return database;
    }

    @Override
    public @Nullable SslOptions getSslOptions() {
        return ssl;
    }
}
