package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.distid.bench.IdBench;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run that is told to end leaves behind. */
@Tag("slow")
class InterruptionTest {
    /** Against a hang. */
    private static final Duration PATIENCE = Duration.ofMinutes(3);

    @TempDir
    Path folder;

    @Test
    void keepsPartialResultsAndLeavesNoProcess() throws IOException, InterruptedException {
        Path log = folder.resolve("log");
        Process lab = LabRun.start(folder.resolve("report"), log, "--strategies", "redis-incr", "--forks", "50");
        await().atMost(PATIENCE).until(() -> Files.readString(log).contains("fork 2/50"));
        List<ProcessHandle> children = lab.descendants().toList();
        assertThat(children).isNotEmpty();

        lab.destroy();

        assertThat(lab.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(lab.exitValue()).isNotZero();
        LabRun run = new LabRun(lab.exitValue(), Files.readString(log), folder.resolve("report"));
        assertThat(run.json().get("environment").get("complete").asBoolean()).isFalse();
        assertThat(run.row("redis-incr").get("reason").asString()).contains("interrupted");
        assertThat(run.row("redis-incr").get("uniqueness").get("duplicates").asLong())
                .isZero();
        assertThat(run.row("redis-incr").get("throughput")).isNotEmpty();
        await().atMost(PATIENCE).until(() -> children.stream().noneMatch(ProcessHandle::isAlive));
    }

    @Test
    void aVerificationWritesForItsOwnerAloneAndLeavesNothingInTheTemporaryDirectory()
            throws IOException, InterruptedException {
        Path temporary = Files.createDirectory(folder.resolve("temporary"));
        Process verify = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-Djava.io.tmpdir=" + temporary,
                        "-cp",
                        System.getProperty("java.class.path"),
                        IdBench.class.getName(),
                        "verify",
                        "uuid-v7",
                        "--ids",
                        "20000000",
                        "--seconds",
                        "600")
                .redirectErrorStream(true)
                .redirectOutput(folder.resolve("verify.log").toFile())
                .start();
        await().atMost(PATIENCE)
                .until(() -> !verify.isAlive() || permissions(temporary).size() > 3 && hasIds(temporary));
        assertThat(permissions(temporary))
                .containsKey("settings.properties")
                .hasSizeGreaterThan(3)
                .allSatisfy((file, allowed) -> assertThat(allowed).isIn("rwx------", "rw-------"));

        verify.destroy();

        assertThat(verify.waitFor(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
        assertThat(temporary).isEmptyDirectory();
    }

    private static boolean hasIds(Path temporary) throws IOException {
        try (Stream<Path> files = Files.walk(temporary)) {
            return files.anyMatch(file -> file.getFileName().toString().startsWith("node-"));
        } catch (UncheckedIOException e) {
            // A file went while the directory was read.
            return false;
        }
    }

    /** Of each file and directory that is not removed meanwhile, by its name. */
    private static Map<String, String> permissions(Path directory) throws IOException {
        Map<String, String> permissions = new TreeMap<>();
        Files.walkFileTree(directory, new SimpleFileVisitor<>() {
            @Override
            public FileVisitResult preVisitDirectory(Path at, BasicFileAttributes attributes) throws IOException {
                return at.equals(directory) ? FileVisitResult.CONTINUE : visitFile(at, attributes);
            }

            @Override
            public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) throws IOException {
                permissions.put(
                        file.getFileName().toString(),
                        PosixFilePermissions.toString(Files.getPosixFilePermissions(file)));
                return FileVisitResult.CONTINUE;
            }
        });
        return permissions;
    }
}
