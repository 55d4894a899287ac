package io.distid.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.LeaseLostException;
import io.distid.StoreRegressedException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a holder finds changed at its next write, and what files are not held at all. */
class HeldWorkerFileTest {
    private static final WorkerFile CONTENT = new WorkerFile("orders", 7, "time41", 1_000);

    @TempDir
    Path directory;

    private Path path;
    private HeldWorkerFile held;

    @BeforeEach
    void hold() {
        path = directory.resolve("node");
        held = HeldWorkerFile.lock(path);
        held.write(CONTENT);
    }

    @AfterEach
    void letGo() {
        held.close();
    }

    @Test
    void eachWriteHasAnotherToken() throws IOException {
        String first = entry().token();
        held.move(2_000);
        assertThat(entry().token()).isNotEqualTo(first);
        assertThat(held.read()).isEqualTo(CONTENT.withReservedUntil(2_000));
    }

    @Test
    void fileThatIsBehindIsARegression() throws IOException {
        byte[] old = Files.readAllBytes(path);
        held.move(2_000);
        Files.write(path, old);
        assertThatExceptionOfType(StoreRegressedException.class)
                .isThrownBy(() -> held.move(3_000))
                .withMessageContaining("was changed while in use")
                .withMessageContaining("reservedUntil=1000")
                .withMessageContaining("reservedUntil=2000");
        assertThat(path).as("what was found stands").hasBinaryContent(old);
    }

    @Test
    void fileThatIsAheadIsALoss() throws IOException {
        Files.write(path, new WorkerFileText(CONTENT.withReservedUntil(1_500), "another's").bytes());
        assertLost("was changed while in use");
        assertThat(entry().token()).as("what was found stands").isEqualTo("another's");
    }

    @Test
    void fileThatIsAheadIsALossEvenUnderTheHoldersOwnToken() throws IOException {
        Files.write(path, new WorkerFileText(CONTENT.withReservedUntil(1_500), entry().token()).bytes());
        assertLost("was changed while in use");
        assertThat(entry().content().reservedUntil()).isEqualTo(1_500);
    }

    @Test
    void fileOfAnotherTokenIsALossEvenWithTheSameBound() throws IOException {
        Files.write(path, new WorkerFileText(CONTENT, "another's").bytes());
        assertLost("was changed while in use");
    }

    @Test
    void fileThatWasDeletedIsALoss() throws IOException {
        Files.delete(path);
        assertLost("was deleted while in use");
        assertThat(path).doesNotExist();
    }

    @Test
    void lockFileThatWasDeletedIsALoss() throws IOException {
        Files.delete(lockFile());
        assertLost("node.lock was deleted or replaced while in use");
        assertThat(entry().content()).isEqualTo(CONTENT);
    }

    @Test
    void lockFileThatWasReplacedIsALoss() throws IOException {
        Path other = Files.createFile(directory.resolve("other"));
        Files.move(other, lockFile(), StandardCopyOption.REPLACE_EXISTING);
        assertLost("node.lock was deleted or replaced while in use");
    }

    @Test
    void writeThatFailedIsTriedAgain() throws IOException {
        WorkerFileText before = entry();
        // Nothing can be renamed over a directory that has something in it.
        Files.delete(path);
        Files.createDirectories(path.resolve("full"));
        assertThatExceptionOfType(BackendException.class).isThrownBy(() -> held.move(2_000));
        Files.delete(path.resolve("full"));
        Files.delete(path);
        Files.write(path, before.bytes());
        held.move(2_500);
        assertThat(entry().content().reservedUntil()).isEqualTo(2_500);
        assertThat(siblings()).containsExactlyInAnyOrder("node", "node.lock");
    }

    @Test
    void firstWriteDiscardsWhatOthersHaveUnderWayAndNothingElse() throws IOException {
        held.close();
        String token = "0123456789abcdef0123456789abcdef01234567";
        Files.createFile(directory.resolve("node." + token + ".new"));
        List<String> others = List.of("node.new", "node2." + token + ".new", "node." + token + ".newer", "node.x.new");
        for (String name : others) {
            Files.createFile(directory.resolve(name));
        }
        held = HeldWorkerFile.lock(path);
        assertThat(held.read()).isEqualTo(CONTENT);
        held.write(CONTENT);
        assertThat(siblings()).contains("node", "node.lock").containsAll(others).hasSize(2 + others.size());
    }

    @Test
    void fileThatIsWrittenByAnotherBetweenFirstReadAndFirstWriteIsRefused() throws IOException {
        held.close();
        held = HeldWorkerFile.lock(path);
        held.read();
        Files.write(path, new WorkerFileText(CONTENT.withReservedUntil(5_000), "another's").bytes());
        assertThatExceptionOfType(BackendException.class)
                .isThrownBy(() -> held.write(CONTENT.withReservedUntil(2_000)))
                .withMessageContaining("Another process opened it at the same moment");
        assertThat(entry().content().reservedUntil()).isEqualTo(5_000);
    }

    @Test
    void directoryIsRefusedAndLeavesNothingBehind() throws IOException {
        Files.createDirectory(directory.resolve("data"));
        assertRefused(directory.resolve("data"), "data is a directory: name a file in it");
    }

    @Test
    void hardLinkIsRefusedByEitherName() throws IOException {
        held.close();
        Path second = Files.createLink(directory.resolve("second"), path);
        assertRefused(second, "second has 2 names (hard links)");
        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> HeldWorkerFile.lock(path));
        Files.delete(second);
        held = HeldWorkerFile.lock(path);
    }

    @Test
    void symbolicLinkToNothingIsRefused() throws IOException {
        Path link = Files.createSymbolicLink(directory.resolve("link"), directory.resolve("nothing"));
        assertRefused(link, "link is a symbolic link to");
    }

    @Test
    void symbolicLinkHasTheLockAndTheContentOfItsTarget() throws IOException {
        Path elsewhere = Files.createDirectory(directory.resolve("elsewhere"));
        Path link = Files.createSymbolicLink(elsewhere.resolve("link"), path);
        assertRefused(link, "in use by a running process");
        held.close();
        held = HeldWorkerFile.lock(link);
        assertThat(held.read()).isEqualTo(CONTENT);
        held.write(CONTENT.withReservedUntil(4_000));
        assertThat(link).isSymbolicLink();
        assertThat(entry().content().reservedUntil()).isEqualTo(4_000);
        assertThatExceptionOfType(ConfigException.class).isThrownBy(() -> HeldWorkerFile.lock(path));
    }

    @Test
    void fileInADirectoryOfTwoNamesHasOneLock() throws IOException {
        Path link =
                Files.createSymbolicLink(directory.resolve("link"), Files.createDirectory(directory.resolve("real")));
        try (HeldWorkerFile made = HeldWorkerFile.lock(link.resolve("new"))) {
            assertThat(made.read()).isNull();
            assertThatExceptionOfType(ConfigException.class)
                    .isThrownBy(() -> HeldWorkerFile.lock(directory.resolve("real/new")));
        }
    }

    @Test
    void lockFileOfAnotherIsNotAWorkerFile() throws IOException {
        assertRefused(lockFile(), "node.lock is in use by a running process");
        try (FileHolder other = FileHolder.start(path)) {
            assertThat(other.acquire()).as("the lock stands").startsWith("refused ");
        }
    }

    private void assertLost(String message) {
        assertThatExceptionOfType(LeaseLostException.class)
                .isThrownBy(() -> held.move(2_000))
                .withMessageContaining(message);
    }

    private void assertRefused(Path other, String message) throws IOException {
        List<String> before = siblings();
        assertThatExceptionOfType(ConfigException.class)
                .isThrownBy(() -> HeldWorkerFile.lock(other))
                .withMessageContaining(message);
        assertThat(siblings()).isEqualTo(before);
    }

    private List<String> siblings() throws IOException {
        try (Stream<Path> files = Files.list(directory)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    private Path lockFile() {
        return directory.resolve("node.lock");
    }

    private WorkerFileText entry() throws IOException {
        return WorkerFileText.parse(path, Files.readAllBytes(path));
    }
}
