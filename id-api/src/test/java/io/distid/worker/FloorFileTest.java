package io.distid.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FloorFileTest {
    private static final long MOST = 1_000;

    @TempDir
    Path directory;

    @Test
    void numberAboveTheBoundIsRefusedAsOftenAsTheFileIsNotWritten() throws Exception {
        try (FloorFile file = open(10)) {
            file.raise(1, MOST);
            Files.delete(directory.resolve("floor.lock"));
            file.raise(10, MOST);
            for (int i = 0; i < 2; i++) {
                assertThatThrownBy(() -> file.raise(11, MOST)).isInstanceOf(BackendException.class);
            }
        } catch (BackendException e) {
            // Of the close, which cannot write either.
        }
    }

    @Test
    void closeWritesTheGreatestNumberThoughALowerOneWasToldLater() {
        FloorFile file = open(10);
        file.raise(7, MOST);
        file.raise(3, MOST);
        file.close();
        assertThatThrownBy(() -> file.raise(5, MOST)).isInstanceOf(IllegalStateException.class);
        try (FloorFile next = open(10)) {
            assertThat(next.issuedUntil()).isEqualTo(7);
            assertThat(next.granted()).isEqualTo(7);
        }
    }

    @Test
    void aFileIsMadeByItsStart() {
        Path path = directory.resolve("floor");
        open(10).close();
        assertThat(path).doesNotExist();
        try (FloorFile file = open(10)) {
            file.start();
            assertThat(path).exists();
        }
        FloorFile.open(path, "numbers", false, 10).close();
    }

    private FloorFile open(long step) {
        return FloorFile.open(directory.resolve("floor"), "numbers", true, step);
    }
}
