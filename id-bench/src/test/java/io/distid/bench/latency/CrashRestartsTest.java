package io.distid.bench.latency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.results.StartUp;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Real processes that are killed with their leases in hand. */
@Isolated("ends each process that was started meanwhile")
@Tag("slow")
class CrashRestartsTest {
    private static final long RESERVATION = 1_500;

    /** Begins a restart, and returns what the reservation had left when the wait began, at the least. */
    private static long begin(CrashRestarts restarts, CrashRestart restart) throws InterruptedException {
        long begin = System.nanoTime();
        restarts.begin(restart);
        return RESERVATION - (System.nanoTime() - begin) / 1_000_000;
    }

    @Test
    void aSuccessorWaitsForWhatTheReservationHasLeftAndIsThenServed() throws InterruptedException {
        try (Servers servers = new Servers();
                CrashRestarts restarts = new CrashRestarts(servers, Map.of("reservation", RESERVATION + "ms"))) {
            StartedServer.orSkip(ServerKind.REDIS, servers);
            long leftOfFile = begin(restarts, new CrashRestart("snowflake", "file", null));
            long leftOfRedis = begin(restarts, new CrashRestart("snowflake", "redis", ServerKind.REDIS));

            List<StartUp.Lease> leases = restarts.finish("snowflake");

            assertThat(leases).extracting(StartUp.Lease::worker).containsExactly("file", "redis");
            assertThat(leases).extracting(StartUp.Lease::samples).containsOnly(1);
            assertThat(leases.get(0).afterCrash()).isBetween((double) leftOfFile, 300_000.0);
            assertThat(leases.get(1).afterCrash()).isBetween((double) leftOfRedis, 300_000.0);
            assertThat(leases.get(0).first()).isPositive();
        }
    }

    /** As one to which a server did not answer in time. */
    @Test
    void aSuccessorThatIsLostIsStartedOnceMore() throws InterruptedException {
        try (Servers servers = new Servers();
                CrashRestarts restarts = new CrashRestarts(servers, Map.of("reservation", RESERVATION + "ms"))) {
            // Servers that other tests of this JVM share are left alone.
            Set<ProcessHandle> others = ProcessHandle.current().descendants().collect(Collectors.toSet());
            restarts.begin(new CrashRestart("snowflake", "file", null));
            ProcessHandle.current()
                    .descendants()
                    .filter(process -> !others.contains(process))
                    .forEach(ProcessHandle::destroyForcibly);

            List<StartUp.Lease> leases = restarts.finish("snowflake");

            assertThat(leases).extracting(StartUp.Lease::worker).containsExactly("file");
            assertThat(leases).extracting(StartUp.Lease::samples).containsOnly(1);
        }
    }

    @Test
    void sourcesArePreparedAndThenBegun() throws InterruptedException {
        try (Servers servers = new Servers();
                CrashRestarts restarts = new CrashRestarts(servers, Map.of("reservation", RESERVATION + "ms"))) {
            StartedServer.orSkip(ServerKind.REDIS, servers);

            assertThat(restarts.prepare(List.of("snowflake", "sonyflake"))).isZero();
            restarts.begin("snowflake");

            List<StartUp.Lease> leases = restarts.finish("snowflake");

            assertThat(leases).extracting(StartUp.Lease::worker).containsExactly("file", "redis");
        }
    }

    @Test
    void sourcesThatCannotBeOpenedAreCountedAndNamedOnceTheyAreBegun() throws InterruptedException {
        try (Servers servers = new Servers();
                CrashRestarts restarts = new CrashRestarts(servers, Map.of("reservation", "long"))) {
            assertThat(restarts.prepare(List.of("snowflake", "sonyflake"))).isEqualTo(2);

            assertThatThrownBy(() -> restarts.begin("sonyflake"))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContainingAll("sonyflake worker=file: ", "reservation", "long");
        }
    }

    @Test
    void theSlowestSourceIsTheFigureOfTheRow() {
        StartUp startUp = StartUp.of(
                3, 10, 12, List.of(new StartUp.Lease("file", 1, 20, 2_900), new StartUp.Lease("redis", 1, 40, 3_100)));

        assertThat(startUp.afterCrash()).isEqualTo(3_100);
        assertThat(StartUp.of(3, 10, 12, List.of()).afterCrash()).isNull();
    }
}
