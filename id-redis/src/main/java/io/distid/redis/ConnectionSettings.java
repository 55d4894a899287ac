package io.distid.redis;

import io.distid.spi.Secret;
import org.jspecify.annotations.Nullable;
import redis.clients.jedis.ClientSetInfoConfig;
import redis.clients.jedis.JedisClientConfig;
import redis.clients.jedis.RedisProtocol;
import redis.clients.jedis.SslOptions;

/**
 * The settings of each connection of Jedis. Connections speak RESP2 without asking for it, so the ACL user needs no right to HELLO or
 * CLIENT. Jedis 6 and 7 send no HELLO if no protocol is named. Jedis 8 must also be told not to negotiate. The builders of the three lines
 * have no common way to say so.
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

    /** Jedis 8 calls this, earlier lines do not. */
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
