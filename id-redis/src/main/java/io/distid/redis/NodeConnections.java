package io.distid.redis;

import redis.clients.jedis.Connection;

/** What is needed of a client of Jedis besides commands. Safe for use by any number of threads. */
interface NodeConnections {

    /** A connection to the server that has a key, to be closed by the caller. */
    Connection connectionTo(String key);

    /** Asks the cluster which node has which keys by now; does nothing where there is one server. */
    void readTopology();

    /** Parts with the connections that nobody uses, since their server turned out to be no primary any more. */
    void dropIdleConnections();
}
