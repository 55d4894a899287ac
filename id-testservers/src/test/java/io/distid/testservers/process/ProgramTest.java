package io.distid.testservers.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.testservers.RedisBinary;
import io.distid.testservers.TestServers;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class ProgramTest {
    @TempDir
    private Path directory;

    @Test
    @EnabledOnOs(OS.LINUX)
    void aFileThatIsStillOpenForWritingIsWaitedFor() throws Exception {
        Path binary = RedisBinary.unpack(directory);
        CompletableFuture<Void> waiting;
        try (OutputStream writer = Files.newOutputStream(binary, StandardOpenOption.APPEND)) {
            writer.flush();
            // Not every file system minds.
            assumeThat(canRun(binary)).isFalse();
            waiting = CompletableFuture.runAsync(() -> {
                try {
                    Program.awaitRunnable(binary);
                } catch (IOException e) {
                    throw new IllegalStateException(e);
                }
            });
            assertThatThrownBy(() -> waiting.get(200, TimeUnit.MILLISECONDS)).isInstanceOf(TimeoutException.class);
        }
        waiting.get(TestServers.LIMIT.toSeconds(), TimeUnit.SECONDS);
        assertThat(canRun(binary)).isTrue();
    }

    @Test
    void aFileThatCannotBeRunIsNotWaitedFor() {
        assertThatThrownBy(() -> Program.awaitRunnable(directory.resolve("none")))
                .isInstanceOf(IOException.class)
                .hasMessageContaining("none");
    }

    private static boolean canRun(Path binary) throws InterruptedException {
        try {
            return new ProcessBuilder(binary.toString(), "--version")
                            .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                            .start()
                            .waitFor()
                    == 0;
        } catch (IOException e) {
            return false;
        }
    }
}
