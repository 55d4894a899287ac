package io.distid.redis;

import redis.clients.jedis.CommandArguments;
import redis.clients.jedis.Connection;
import redis.clients.jedis.providers.ConnectionProvider;

/** Gives the same connection to all who ask, so that a test can plant in it what a server would not do. Its connection's {@code close} must do nothing. */
record SameConnection(Connection connection) implements ConnectionProvider {
    @Override
    public Connection getConnection() {
        return connection;
    }

    @Override
    public Connection getConnection(CommandArguments command) {
        return connection;
    }

    @Override
    public void close() {
        connection.disconnect();
    }
}
