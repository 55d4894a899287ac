package io.distid.sonyflake;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdTraits;
import io.distid.testkit.BadConfig;
import io.distid.testkit.contract.LongIdGeneratorContract;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.junit.jupiter.api.Nested;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;

/** The contract with each check on its real server, among nodes that all derive one machine id from one address. */
class CheckContractTest {
    /** For a renewal, which comes late where the machine stands still. */
    private static final String MAX_WAIT = "1min";

    abstract static class Contract extends LongIdGeneratorContract {
        /** One for all tests of a check: only the first start in a namespace waits. */
        private static final Map<Class<?>, String> NAMESPACES = new ConcurrentHashMap<>();

        final String namespace = NAMESPACES.computeIfAbsent(getClass(), contract -> Check.newNamespace());

        @Override
        protected final String strategy() {
            return "sonyflake";
        }

        @Override
        protected int idsPerThread(IdTraits claims) {
            return 1_000;
        }
    }

    abstract static class ServerContract extends Contract {
        private final Check check;

        ServerContract(Check check) {
            this.check = check;
        }

        @Override
        protected Map<String, String> config(int node) {
            Map<String, String> config = check.sameAddress(namespace);
            config.put("max-wait", MAX_WAIT);
            return config;
        }

        BadConfig unreachable(String key, String value, String named) {
            return BadConfig.of(
                    "no server at that port", Map.of(key, value, "check.timeout", "1s"), BackendException.class, named);
        }

        BadConfig leadAboveReservation() {
            return BadConfig.of(
                    "a lead that is not reserved",
                    Map.of("max-lead", "4s"),
                    ConfigException.class,
                    "max-lead is 4000 ms",
                    "reservation of 3000 ms");
        }
    }

    @Nested
    class OnRedis extends ServerContract {
        OnRedis() {
            super(Check.REDIS);
        }

        @Override
        protected List<BadConfig> badConfigs() {
            return List.of(
                    leadAboveReservation(), unreachable("check.url", "redis://127.0.0.1:1", "redis://127.0.0.1:1"));
        }
    }

    @Nested
    @Tag("slow")
    class OnRedisSet extends ServerContract {
        OnRedisSet() {
            super(Check.REDIS_SET);
        }

        @Override
        protected List<BadConfig> badConfigs() {
            return List.of(
                    leadAboveReservation(),
                    unreachable("check.url", "redis://127.0.0.1:1", "redis://127.0.0.1:1"),
                    BadConfig.of(
                            "a prefix with braces",
                            Map.of("check.prefix", "{x}"),
                            ConfigException.class,
                            "check.prefix"));
        }
    }

    @Nested
    @Tag("slow")
    class OnMySql extends ServerContract {
        OnMySql() {
            super(Check.MYSQL);
        }

        @Override
        protected List<BadConfig> badConfigs() {
            return List.of(
                    leadAboveReservation(), unreachable("check.url", "jdbc:mysql://127.0.0.1:1/none", "127.0.0.1:1"));
        }
    }

    @Nested
    @Tag("slow")
    class OnZooKeeper extends ServerContract {
        OnZooKeeper() {
            super(Check.ZOOKEEPER);
        }

        @Override
        protected List<BadConfig> badConfigs() {
            return List.of(leadAboveReservation(), unreachable("check.connect", "127.0.0.1:1", "127.0.0.1:1"));
        }
    }

    /** A file proves no more than that no other process of this host has it; so each node has an id and a file of its own. */
    @Nested
    class OnFile extends Contract {
        @TempDir
        Path directory;

        @Override
        protected Map<String, String> config(int node) {
            return Map.of(
                    "worker",
                    "fixed",
                    "worker.id",
                    String.valueOf(node),
                    "check",
                    "file",
                    "check.file",
                    directory.resolve("node-" + node).toString(),
                    "check.file-create",
                    "true",
                    // Short, since a new file is waited for, for twice as long.
                    "reservation",
                    "200ms",
                    "max-wait",
                    MAX_WAIT,
                    "namespace",
                    namespace);
        }

        @Override
        protected List<BadConfig> badConfigs() {
            return List.of(
                    BadConfig.of(
                            "a file that is missing",
                            Map.of("check.file", directory.resolve("missing").toString(), "check.file-create", "false"),
                            ConfigException.class,
                            "missing does not exist",
                            "check.file-create=true"),
                    BadConfig.of(
                            "a source that leases ids itself",
                            Map.of(
                                    "worker",
                                    "file",
                                    "worker.file",
                                    directory.resolve("worker").toString(),
                                    "worker.file-create",
                                    "true"),
                            ConfigException.class,
                            "leave the check out"));
        }
    }
}
