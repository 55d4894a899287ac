package io.distid.sonyflake;

import io.distid.testkit.ServerAssumptions;
import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.RedisServer;
import io.distid.testservers.ZooKeeperServer;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** The checks that need a server, each on a real one. */
enum Check {
    REDIS {
        @Override
        Map<String, String> config() {
            return Map.of("check", "redis", "check.url", redis(), "check.create", "true");
        }
    },
    REDIS_SET {
        @Override
        Map<String, String> config() {
            return Map.of("check", "redis-set", "check.url", redis());
        }
    },
    MYSQL {
        @Override
        Map<String, String> config() {
            Database database = database();
            return Map.of(
                    "check",
                    "mysql",
                    "check.url",
                    database.url(),
                    "check.user",
                    database.user(),
                    "check.password",
                    database.password(),
                    "check.create",
                    "true");
        }
    },
    ZOOKEEPER {
        @Override
        Map<String, String> config() {
            String connect = ServerAssumptions.orSkip(ZooKeeperServer::shared).connectString();
            return Map.of(
                    "check",
                    "zookeeper",
                    "check.connect",
                    connect,
                    "check.create",
                    "true",
                    "check.session-timeout",
                    TIMEOUT);
        }
    };

    /** What {@link #sameAddress} derives: 2 * 256 + 3. */
    static final int DERIVED = 515;

    /** Longer than a server stands still. */
    private static final String TIMEOUT = "60s";

    private static @Nullable Database database;

    /** The keys of the check. */
    abstract Map<String, String> config();

    /** A machine id derived from an address that all nodes of a namespace share, and this check of it. */
    Map<String, String> sameAddress(String namespace) {
        Map<String, String> config = new HashMap<>(config());
        config.put("worker", "ip");
        config.put("worker.address", "10.1.2.3");
        config.put("namespace", namespace);
        config.put("reservation", "3s");
        config.put("check.max-ahead", "1s");
        config.put("check.timeout", TIMEOUT);
        // The first renewal waits for a server that stands still.
        config.put("max-wait", TIMEOUT);
        return config;
    }

    static String newNamespace() {
        return "sony-" + UUID.randomUUID();
    }

    private static synchronized Database database() {
        Database made = database;
        if (made == null) {
            made = ServerAssumptions.orSkip(MySqlServer::shared).createDatabase();
            database = made;
        }
        return made;
    }

    private static String redis() {
        return ServerAssumptions.orSkip(RedisServer::shared).url();
    }
}
