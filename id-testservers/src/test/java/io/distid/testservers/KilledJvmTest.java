package io.distid.testservers;

import static io.distid.testservers.TestServers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testservers.process.SmallDisk;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisabledOnOs(OS.WINDOWS)
class KilledJvmTest {
    @ParameterizedTest
    @CsvSource({
        "redis, running",
        "redis, paused",
        "zookeeper, running",
        "etcd, running",
        "mysql, running",
        "redis on a disk, running"
    })
    void leavesNoServerAndNoDirectory(String kind, String state) throws IOException {
        if (kind.equals("etcd")) {
            // The one that no Maven artifact brings.
            TestServers.orSkip(EmbeddedEtcd::binary);
        }
        if (kind.endsWith("disk")) {
            TestServers.orSkip(() -> SmallDisk.of(1));
        }
        killOnceStarted(kind, state, 1);
    }

    @ParameterizedTest
    @Tag("slow")
    @CsvSource({"sentinel, 6", "pair, 2"})
    void leavesNothingOfAnEnsemble(String kind, int servers) throws IOException {
        killOnceStarted(kind, "paused", servers);
    }

    private static void killOnceStarted(String kind, String state, int servers) throws IOException {
        Process jvm = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        "-Ddistid.servers=embedded",
                        Main.class.getName(),
                        kind,
                        state)
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (BufferedReader out = jvm.inputReader()) {
            List<Long> pids = new ArrayList<>();
            List<Path> directories = new ArrayList<>();
            for (int i = 0; i < servers; i++) {
                pids.add(Long.parseLong(out.readLine()));
                directories.add(Path.of(out.readLine()));
            }
            assertThat(pids).allMatch(TestServers::isAlive);

            jvm.destroyForcibly();

            await().until(() -> pids.stream().noneMatch(TestServers::isAlive)
                    && directories.stream().noneMatch(Files::exists));
        } finally {
            jvm.destroyForcibly();
        }
    }

    static final class Main {
        private Main() {}

        public static void main(String[] args) throws IOException {
            List<? extends RealServer> servers = switch (args[0]) {
                case "redis" -> List.of(RedisServer.start());
                case "redis on a disk" -> List.of(RedisServer.startOnOwnDisk(RedisOptions.MEMORY_ONLY));
                case "zookeeper" -> List.of(ZooKeeperServer.start());
                case "etcd" -> List.of(EtcdServer.start());
                case "mysql" -> List.of(MySqlServer.start());
                case "pair" -> MySqlPair.start().members();
                default -> all(RedisSentinelSet.start());
            };
            List<Object> lines = new ArrayList<>();
            for (RealServer server : servers) {
                lines.add(server.pid());
                lines.add(((ChildServer) server.node()).directory());
            }
            if (args[1].equals("paused")) {
                servers.get(0).pause();
            }
            lines.forEach(System.out::println);
            System.in.read();
        }

        private static List<RedisServer> all(RedisSentinelSet set) {
            List<RedisServer> servers = new ArrayList<>(set.members());
            servers.addAll(set.sentinels());
            return servers;
        }
    }
}
