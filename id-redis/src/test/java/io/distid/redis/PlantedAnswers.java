package io.distid.redis;

import io.distid.testservers.RedisServer;
import java.util.concurrent.atomic.AtomicReference;
import redis.clients.jedis.Connection;
import redis.clients.jedis.HostAndPort;

/** Answers of a real server in whose place others are given. */
final class PlantedAnswers {
    private PlantedAnswers() {}

    /** One connection to the server, which gives what was planted in place of the next answer. */
    static SameConnection connection(RedisServer server, AtomicReference<Object> planted) {
        return new SameConnection(
                new Connection(new HostAndPort(server.host(), server.port()), RedisFixture.settings(server)) {
                    @Override
                    protected Object readProtocolWithCheckingBroken() {
                        Object answer = super.readProtocolWithCheckingBroken();
                        Object other = planted.getAndSet(null);
                        return other == null ? answer : other;
                    }

                    /** Back to the pool. */
                    @Override
                    public void close() {}
                });
    }
}
