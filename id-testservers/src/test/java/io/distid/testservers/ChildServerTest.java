package io.distid.testservers;

import static io.distid.testservers.TestServers.await;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.testservers.ChildServer.Command;
import io.distid.testservers.process.ServerUnavailableException;
import java.io.IOException;
import java.nio.ByteOrder;
import java.nio.LongBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

@DisabledOnOs(OS.WINDOWS)
class ChildServerTest {
    /** More than there are cores, so that the one that is to take the signal has to wait for its turn. */
    private static final int THREADS = 4 * Runtime.getRuntime().availableProcessors();

    @TempDir
    Path folder;

    @RepeatedTest(5)
    void noThreadOfABusyProcessGoesOnOnceItIsPaused() throws IOException {
        Path file = folder.resolve("counters");
        LongBuffer counters = counters(file);
        List<String> command = List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                Busy.class.getName(),
                file.toString());
        ChildServer server = ChildServer.launch("Test", 1, null, directory -> Command.of(command));
        try {
            await().until(() -> Arrays.stream(values(counters)).allMatch(value -> value > 0));

            server.pause();

            long[] paused = values(counters);
            LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(30));
            assertThat(values(counters)).isEqualTo(paused);
            server.resume();
            await().until(() -> !Arrays.equals(values(counters), paused));
        } finally {
            server.close();
        }
    }

    @Test
    void tellsWhatACommandPrintedBeforeItEnded() {
        List<String> command = List.of("/bin/sh", "-c", "echo it has no luck; exit 3");

        ChildServer server = ChildServer.launch("Test", 1, null, directory -> Command.of(command));

        await().untilAsserted(() -> assertThatThrownBy(server::checkAlive)
                .isInstanceOf(ServerUnavailableException.class)
                .hasMessageContaining("it has no luck"));
        server.close();
    }

    private static long[] values(LongBuffer counters) {
        long[] values = new long[THREADS];
        counters.get(0, values);
        return values;
    }

    /** Memory that is shared through a file. */
    private static LongBuffer counters(Path file) throws IOException {
        try (FileChannel channel =
                FileChannel.open(file, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            return channel.map(FileChannel.MapMode.READ_WRITE, 0, (long) Long.BYTES * THREADS)
                    .order(ByteOrder.nativeOrder())
                    .asLongBuffer();
        }
    }

    static final class Busy {
        private Busy() {}

        public static void main(String[] args) throws IOException {
            LongBuffer counters = counters(Path.of(args[0]));
            for (int thread = 0; thread < THREADS; thread++) {
                int own = thread;
                new Thread(() -> count(counters, own)).start();
            }
        }

        private static void count(LongBuffer counters, int own) {
            for (long value = 1; ; value++) {
                counters.put(own, value);
            }
        }
    }
}
