package io.distid.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Processes that race for one worker file while its lock, and at times the file itself, is deleted: what each may stamp is its own. */
@Timeout(600)
class DeletedLockTest {
    private static final int PROCESSES = 3;
    /** Leases that were lost in use. */
    private static final int ENOUGH = 8;

    @TempDir
    Path directory;

    /** The ticks that one lease could have stamped: above one, up to the other. */
    private record Ticks(long above, long upTo, boolean lost) {
        boolean canHaveBeenLostInUse() {
            return lost && upTo > above;
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void noTwoLeasesHaveATickInCommon(boolean fileToo) throws Exception {
        Path file = directory.resolve("node");
        List<Process> racers = new ArrayList<>();
        List<Ticks> ticks = List.of();
        try {
            for (int i = 0; i < PROCESSES; i++) {
                racers.add(start(file, i));
            }
            while (ticks.stream().filter(Ticks::canHaveBeenLostInUse).count() < ENOUGH) {
                LockSupport.parkNanos(ThreadLocalRandom.current().nextLong(3_000_000));
                if (fileToo && ThreadLocalRandom.current().nextInt(10) == 0) {
                    Files.deleteIfExists(file);
                }
                Files.deleteIfExists(directory.resolve("node.lock"));
                if (ThreadLocalRandom.current().nextInt(100) == 0) {
                    ticks = ticks();
                }
            }
            for (Process racer : racers) {
                racer.getOutputStream().write('.');
                racer.getOutputStream().flush();
                assertThat(racer.waitFor()).isZero();
            }
            ticks = ticks();
        } finally {
            racers.forEach(Process::destroyForcibly);
        }
        List<Ticks> some = ticks.stream()
                .filter(lease -> lease.upTo() > lease.above())
                .sorted(Comparator.comparingLong(Ticks::above))
                .toList();
        assertThat(some).as("leases that could stamp").hasSizeGreaterThanOrEqualTo(ENOUGH);
        for (int i = 1; i < some.size(); i++) {
            assertThat(some.get(i).above())
                    .as("where %s begins, after %s", some.get(i), some.get(i - 1))
                    .isGreaterThanOrEqualTo(some.get(i - 1).upTo());
        }
    }

    private Process start(Path file, int racer) throws IOException {
        return OtherJvm.of(
                        FileRacer.class,
                        List.of("-Xmx64m"),
                        file.toString(),
                        String.valueOf(ProcessHandle.current().pid()))
                .redirectOutput(output(racer).toFile())
                .redirectError(directory.resolve("racer-" + racer + ".err").toFile())
                .start();
    }

    /** What the processes said so far, in whole lines. */
    private List<Ticks> ticks() throws IOException {
        List<Ticks> ticks = new ArrayList<>();
        for (int i = 0; i < PROCESSES; i++) {
            String output = Files.readString(output(i));
            output.substring(0, output.lastIndexOf('\n') + 1)
                    .lines()
                    .map(line -> line.split(" "))
                    .map(words -> new Ticks(
                            Long.parseLong(words[0]), Long.parseLong(words[1]), Boolean.parseBoolean(words[2])))
                    .forEach(ticks::add);
        }
        return ticks;
    }

    private Path output(int racer) {
        return directory.resolve("racer-" + racer + ".out");
    }
}
