package io.distid.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What others do between two steps of a write: after the file was read for the comparison, before it is renamed; and after the rename. Each of these has one step
 * that notices it.
 */
class HeldWorkerFileStepsTest {
    @TempDir
    private Path directory;

    /** Done whenever the file's content was read. */
    private Step afterRead = () -> {};

    private HeldWorkerFile file;

    private interface Step {
        void run() throws IOException;
    }

    @BeforeEach
    void writeOnce() {
        DurableFile real = DurableFile.of(path());
        file = HeldWorkerFile.lock(new DurableFile() {
            @Override
            public Path path() {
                return real.path();
            }

            @Override
            public boolean exists() {
                return real.exists();
            }

            @Override
            public Held lock() throws IOException {
                return new ReadSteps(real.lock());
            }
        });
        file.write(content(1));
    }

    @AfterEach
    void close() {
        file.close();
    }

    private final class ReadSteps implements DurableFile.Held {
        private final DurableFile.Held real;

        ReadSteps(DurableFile.Held real) {
            this.real = real;
        }

        @Override
        public byte @Nullable [] read() throws IOException {
            byte[] found = real.read();
            afterRead.run();
            return found;
        }

        @Override
        public void stage(String token, byte[] content) throws IOException {
            real.stage(token, content);
        }

        @Override
        public void replace(String token) throws IOException {
            real.replace(token);
        }

        @Override
        public void discard(@Nullable String token) throws IOException {
            real.discard(token);
        }

        @Override
        public boolean isLocked() throws IOException {
            return real.isLocked();
        }

        @Override
        public void close() {
            real.close();
        }
    }

    /** Who locks another one in its place may have compared by now, too, and rename after this process has read back. */
    @Test
    void lockThatIsDeletedAfterTheComparisonIsNoticedBeforeABoundIsReturned() {
        afterRead = () -> Files.deleteIfExists(directory.resolve("file.lock"));
        assertThatThrownBy(() -> file.move(2))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("is not locked any more");
    }

    @Test
    void contentThatIsNotTheOneWrittenIsNoticedBeforeABoundIsReturned() throws IOException {
        byte[] others = Files.readAllBytes(path());
        afterRead = () -> {
            try (DirectoryStream<Path> staged = Files.newDirectoryStream(directory, "*.new")) {
                for (Path each : staged) {
                    Files.write(each, others);
                }
            }
        };
        assertThatThrownBy(() -> file.move(2))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("was written by another process at the same moment");
    }

    @Test
    void writeThatTookPlaceThoughItFailedIsGoneOnFrom() {
        failAtRead(2);
        assertThatThrownBy(() -> file.move(2)).isInstanceOf(BackendException.class);
        afterRead = () -> {};
        assertThat(file.read()).as("which took place").isEqualTo(content(2));
        file.move(3);
        assertThat(file.read()).isEqualTo(content(3));
    }

    /** The one before its rename, so that the old content stands. */
    @Test
    void writeThatDidNotTakePlaceIsGoneOnFrom() {
        failAtRead(1);
        assertThatThrownBy(() -> file.move(2)).isInstanceOf(BackendException.class);
        afterRead = () -> {};
        assertThat(file.read()).isEqualTo(content(1));
        file.move(3);
        assertThat(file.read()).isEqualTo(content(3));
    }

    private void failAtRead(int number) {
        int[] reads = {0};
        afterRead = () -> {
            if (++reads[0] == number) {
                throw new IOException("cannot be read now");
            }
        };
    }

    private Path path() {
        return directory.resolve("file");
    }

    private static WorkerFile content(long bound) {
        return new WorkerFile("orders", 7, "time41", bound);
    }
}
