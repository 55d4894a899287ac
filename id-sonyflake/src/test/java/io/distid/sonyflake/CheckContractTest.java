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
import org.junit.jupiter.api.io.TempDir;

/** The contract with a check: on a real server, among nodes that all derive one machine id from one address, and by files. */
class CheckContractTest {
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

    @Nested
    class OnRedis extends Contract {
        @Override
        protected Map<String, String> config(int node) {
            return Check.REDIS.sameAddress(namespace);
        }

        @Override
        protected List<BadConfig> badConfigs() {
            return List.of(
                    BadConfig.of(
                            "a lead that is not reserved",
                            Map.of("max-lead", "4s"),
                            ConfigException.class,
                            "max-lead is 4000 ms",
                            "reservation of 3000 ms"),
                    BadConfig.of(
                            "no server at that port",
                            Map.of("check.url", "redis://127.0.0.1:1", "check.timeout", "1s"),
                            BackendException.class,
                            "redis://127.0.0.1:1"));
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
                    // For a renewal, which comes late where the machine stands still.
                    "max-wait",
                    "1min",
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
