package io.distid.testservers.process;

import static io.distid.testservers.TestServers.await;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testservers.TestServers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

@DisabledOnOs(OS.WINDOWS)
class ChildProcessTest {
    private static final List<String> COMMAND = List.of("sleep", "1000");

    @ParameterizedTest
    @ValueSource(strings = {"guarded", "hooked"})
    void startsAndEndsACommandAgainAndAgain(String kind) {
        Path directory = Trees.temporary("test");
        ChildProcess process = process(kind, directory);
        try {
            long first = process.start();
            assertThat(process.isAlive()).isTrue();
            // Until the guard's child has become the command, a signal is caught as the guard would catch it.
            await().until(() -> ProcessHandle.of(first)
                    .flatMap(handle -> handle.info().command())
                    .filter(command -> !command.endsWith("sh"))
                    .isPresent());
            process.terminate("TERM");
            await().until(() -> !process.isAlive());
            long second = process.start();
            assertThat(second).isNotEqualTo(first);
            process.kill();
            assertThat(process.isAlive()).isFalse();
        } finally {
            process.close();
        }
        assertThat(directory).doesNotExist();
    }

    @ParameterizedTest
    @ValueSource(strings = {"guarded", "hooked"})
    void killsTheCommandAndRemovesTheDirectoryWhenClosed(String kind) throws Exception {
        Path directory = Trees.temporary("test");
        Files.writeString(directory.resolve("file"), "text");
        ChildProcess process = process(kind, directory);
        long pid = process.start();

        process.close();

        assertThat(TestServers.isAlive(pid)).isFalse();
        assertThat(directory).doesNotExist();
    }

    @Test
    void seesItsOwnDiskAloneAndLeavesNothingOfIt() throws Exception {
        SmallDisk disk = TestServers.orSkip(() -> SmallDisk.of(1));
        Path directory = Trees.temporary("test");
        Path data = Files.createDirectory(directory.resolve("data"));
        Files.writeString(data.resolve("file"), "was there before");
        List<String> command = List.of("/bin/sh", "-c", "cat data/file; echo much >data/more; sleep 1000");
        ChildProcess process = ChildProcess.of(directory, command, Map.of(), disk);
        Path log = directory.resolve(ChildProcess.LOG);

        process.start();

        await().untilAsserted(() -> assertThat(log).hasContent("was there before"));
        assertThat(data.resolve("more")).doesNotExist();
        assertThat(Files.readString(Path.of("/proc/self/mountinfo"))).doesNotContain(directory.toString());
        process.close();
        assertThat(directory).doesNotExist();
    }

    @Test
    void leavesNothingOfItsOwnDiskWhenItsGuardWasKilled() throws Exception {
        SmallDisk disk = TestServers.orSkip(() -> SmallDisk.of(1));
        Path directory = Trees.temporary("test");
        ChildProcess process = ChildProcess.of(directory, COMMAND, Map.of(), disk);
        ProcessHandle command = ProcessHandle.of(process.start()).orElseThrow();
        ProcessHandle guard = command.parent().orElseThrow();

        guard.destroyForcibly();
        guard.onExit().join();
        command.destroyForcibly();
        process.close();

        assertThat(directory).doesNotExist();
    }

    private static ChildProcess process(String kind, Path directory) {
        return kind.equals("guarded")
                ? new GuardedProcess(directory, COMMAND, Map.of(), null)
                : new HookedProcess(directory, COMMAND, Map.of());
    }
}
