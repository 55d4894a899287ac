package io.distid.testservers;

import static io.distid.testservers.TestServers.await;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@DisabledOnOs(OS.WINDOWS)
class KilledJvmTest {
    @ParameterizedTest
    @CsvSource({"redis, running", "redis, paused", "zookeeper, running", "etcd, running", "mysql, running"})
    void leavesNoServerAndNoDirectory(String kind, String state) throws IOException {
        if (kind.equals("etcd")) {
            // The one that no Maven artifact brings.
            TestServers.orSkip(KilledJvmTest::etcd);
        }
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
            long server = Long.parseLong(out.readLine());
            Path directory = Path.of(out.readLine());
            assertThat(RealServerContract.isAlive(server)).isTrue();

            jvm.destroyForcibly();

            await().until(() -> !RealServerContract.isAlive(server) && !Files.exists(directory));
        } finally {
            jvm.destroyForcibly();
        }
    }

    private static Path etcd() {
        try {
            return EtcdBinary.find();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static final class Main {
        private Main() {}

        public static void main(String[] args) throws IOException {
            RealServer server = switch (args[0]) {
                case "redis" -> RedisServer.start();
                case "zookeeper" -> ZooKeeperServer.start();
                case "etcd" -> EtcdServer.start();
                default -> MySqlServer.start();
            };
            List<Object> lines = List.of(server.pid(), ((ChildServer) server.node()).directory());
            if (args[1].equals("paused")) {
                server.pause();
            }
            lines.forEach(System.out::println);
            System.in.read();
        }
    }
}
