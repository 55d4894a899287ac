package io.distid.testservers.process;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testservers.TestServers;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class TreesTest {
    /** A JVM that is ended, as by an interrupt, while it still fills the directory of a server. */
    @Test
    void directoryThatIsBeingFilledGoesWithItsJvm() throws Exception {
        Process process = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        DirectoryFiller.class.getName())
                .redirectError(ProcessBuilder.Redirect.INHERIT)
                .start();
        try (var output = process.inputReader()) {
            Path directory = Path.of(output.readLine());
            assertThat(directory)
                    .isDirectoryContaining(path -> path.getFileName().toString().equals("data"));

            process.toHandle().destroy();

            assertThat(process.waitFor(TestServers.LIMIT.toSeconds(), TimeUnit.SECONDS))
                    .isTrue();
            assertThat(directory).doesNotExist();
        } finally {
            process.destroyForcibly();
        }
    }

    /** Fills a directory until it is ended. */
    static final class DirectoryFiller {
        public static void main(String[] args) throws IOException, InterruptedException {
            Path directory = Trees.temporary("filling");
            Files.createFile(Files.createDirectory(directory.resolve("data")).resolve("one"));
            System.out.println(directory);
            Thread.sleep(600_000);
        }
    }
}
