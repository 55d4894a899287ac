package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.LeaseLostException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What others do between two steps of a write: after the file was read for the comparison, before it is renamed; and after the rename. Each of these has one step
 * that notices it.
 */
class LockedFileTest {
    @TempDir
    private Path directory;

    /** Done whenever the file's content is read. */
    private Step atRead = () -> {};

    private LockedFile<Long> file;

    private interface Step {
        void run() throws IOException;
    }

    @BeforeEach
    void writeOnce() {
        FileKind<Long> kind = new FileKind<>(
                "test file",
                "a test's file, format 1",
                bound -> List.of("bound " + bound),
                lines -> {
                    read();
                    return Long.valueOf(FileKind.value(lines, 0, "bound"));
                },
                Long::longValue,
                "Delete it.",
                "Wait.",
                (path, what) -> new LeaseLostException(path + " " + what));
        file = LockedFile.lock(kind, directory.resolve("file"));
        file.write(1L);
    }

    @AfterEach
    void close() {
        file.close();
    }

    private void read() {
        try {
            atRead.run();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Who locks another one in its place may have compared by now, too, and rename after this process has read back. */
    @Test
    void lockThatIsDeletedAfterTheComparisonIsNoticedBeforeABoundIsReturned() {
        atRead = () -> Files.deleteIfExists(directory.resolve("file.lock"));
        assertThatThrownBy(() -> file.write(2L))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("is not locked any more");
    }

    @Test
    void contentThatIsNotTheOneWrittenIsNoticedBeforeABoundIsReturned() throws IOException {
        byte[] others = Files.readAllBytes(directory.resolve("file"));
        atRead = () -> {
            try (DirectoryStream<Path> staged = Files.newDirectoryStream(directory, "*.new")) {
                for (Path each : staged) {
                    Files.write(each, others);
                }
            }
        };
        assertThatThrownBy(() -> file.write(2L))
                .isInstanceOf(LeaseLostException.class)
                .hasMessageContaining("was written by another process at the same moment");
    }

    @Test
    void writeThatTookPlaceThoughItFailedIsGoneOnFrom() {
        failAtRead(2);
        assertThatThrownBy(() -> file.write(2L)).isInstanceOf(BackendException.class);
        assertThat(file.written()).as("known to be written").isEqualTo(1);
        atRead = () -> {};
        file.write(3L);
        assertThat(file.read()).isEqualTo(3);
        assertThat(file.written()).isEqualTo(3);
    }

    /** The one before its rename, so that the old content stands. */
    @Test
    void writeThatDidNotTakePlaceIsGoneOnFrom() {
        failAtRead(1);
        assertThatThrownBy(() -> file.write(2L)).isInstanceOf(BackendException.class);
        atRead = () -> {};
        assertThat(file.read()).isEqualTo(1);
        file.write(3L);
        assertThat(file.read()).isEqualTo(3);
    }

    private void failAtRead(int number) {
        int[] reads = {0};
        atRead = () -> {
            if (++reads[0] == number) {
                throw new IllegalArgumentException("cannot be read now");
            }
        };
    }
}
