package io.distid.testservers;

import java.io.IOException;
import java.time.Duration;

/**
 * A Redis server's report of its replication.
 *
 * @param master whether it is a master, not a replica
 * @param isLinked whether it is a replica that has its master's data and gets more
 * @param masterPort the port of a replica's master; -1 for a master
 * @param offset how far its data goes
 */
record RedisReplication(boolean master, boolean isLinked, int masterPort, long offset) {
    static final Duration TIMEOUT = Duration.ofSeconds(5);

    static RedisReplication of(RedisServer server) throws IOException {
        String info = String.valueOf(server.command(TIMEOUT, "INFO", "replication"));
        boolean master = "master".equals(RedisServer.field(info, "role:"));
        return new RedisReplication(
                master,
                "up".equals(RedisServer.field(info, "master_link_status:")),
                master ? -1 : (int) number(info, "master_port:"),
                number(info, master ? "master_repl_offset:" : "slave_repl_offset:"));
    }

    private static long number(String info, String name) throws IOException {
        String value = RedisServer.field(info, name);
        if (value == null) {
            throw new IOException("INFO replication has no " + name);
        }
        return Long.parseLong(value);
    }

    boolean follows(int port, long atLeast) {
        return isLinked && masterPort == port && offset >= atLeast;
    }
}
