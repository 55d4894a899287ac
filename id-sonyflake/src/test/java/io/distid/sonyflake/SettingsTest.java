package io.distid.sonyflake;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import io.distid.ConfigException;
import io.distid.IdGenerators;
import io.distid.IdsExhaustedException;
import io.distid.internal.worker.FileWorkerIdsProvider;
import io.distid.internal.worker.IpWorkerIdsProvider;
import io.distid.spi.IdConfig;
import io.distid.testkit.CapturedLog;
import io.distid.testkit.FreshWorker;
import io.distid.testkit.ManualClock;
import io.distid.worker.WorkerIds;
import io.distid.worker.WorkerLease;
import io.distid.worker.WorkerRequest;
import java.math.BigInteger;
import java.net.Inet4Address;
import java.net.InetAddress;
import java.net.NetworkInterface;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import org.assertj.core.api.AbstractThrowableAssert;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What the original publishes about its settings, version 1 and 2: each wrong one has an error that says which. */
class SettingsTest {
    private static final Instant NOW = Instant.parse("2026-11-20T12:00:00Z");

    private final ManualClock clock = new ManualClock(NOW);

    @TempDir
    Path directory;

    private SonyflakeBuilder builder() {
        return Sonyflake.builder().namespace("settings").clock(clock);
    }

    @Test
    void startTimeInTheFutureIsRefused() {
        assertThatThrownBy(() -> builder().startTime(NOW.plusMillis(1)).open(new FreshWorker(1)))
                .isInstanceOf(ConfigException.class)
                .hasMessage("the epoch is 2026-11-20T12:00:00.001Z, but the clock shows"
                        + " 2026-11-20T12:00:00Z: it must lie in the past");
        builder().startTime(NOW).open(new FreshWorker(1)).close();
    }

    @Test
    void bitsAndUnitOutOfTheirLimitsAreRefused() {
        refused(
                builder().bitsSequence(16).bitsMachineId(16),
                "16 bits of the sequence and 16 of the machine id leave 31");
        refused(builder().bitsSequence(-1), "bits of the sequence are -1: must be from 0 to 30");
        refused(builder().bitsSequence(31), "bits of the sequence are 31: must be from 0 to 30");
        refused(builder().bitsMachineId(-1), "bits of the machine id are -1: must be from 0 to 30");
        refused(builder().bitsMachineId(31), "bits of the machine id are 31: must be from 0 to 30");
        refused(
                builder().timeUnit(Duration.ofNanos(1_000)),
                "tick is PT0.000001S: must be whole ms, from 1 ms to 36500 days");
        refused(builder().timeUnit(Duration.ZERO), "tick is PT0S: must be whole ms, from 1 ms to 36500 days");
        refused(
                builder().timeUnit(Duration.ofMillis(-10)),
                "tick is PT-0.01S: must be whole ms, from 1 ms to 36500 days");
    }

    private static void refused(SonyflakeBuilder builder, String message) {
        assertThatThrownBy(() -> builder.open(new FreshWorker(1)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(message);
    }

    @Test
    void widthsAndUnitAreTaken() {
        try (Sonyflake sonyflake = builder()
                .startTime(NOW.minusSeconds(60))
                .timeUnit(Duration.ofMillis(1))
                .bitsSequence(1)
                .bitsMachineId(30)
                .open(new FreshWorker((1 << 30) - 1))) {
            assertThat(sonyflake.format().bitsTime()).isEqualTo(32);
            assertThat(sonyflake.nextId()).isEqualTo(60_000L << 31 | (1L << 30) - 1);
            assertThat(sonyflake.nextId()).isEqualTo(60_000L << 31 | 1L << 30 | (1L << 30) - 1);
            assertThat(sonyflake.traits().idsPerSecond()).hasValue(2_000);
        }
    }

    @Test
    void machineIdComesFromItsSource() {
        try (Sonyflake sonyflake = systemClock().machineId(() -> 4711).open()) {
            assertThat(sonyflake.machineId()).isEqualTo(4711);
            assertThat(sonyflake.format().decompose(sonyflake.nextId()).machineId())
                    .isEqualTo(4711);
        }
    }

    /** Whichever this host has: one private address, several, or none. */
    @Test
    void defaultMachineIdIsTheLowBitsOfThePrivateAddressOrAnErrorThatListsThoseThereAre() throws Exception {
        List<InetAddress> addresses = new ArrayList<>();
        for (NetworkInterface network : Collections.list(NetworkInterface.getNetworkInterfaces())) {
            boolean bridge = Files.isDirectory(Path.of("/sys/class/net", network.getName(), "bridge"));
            if (network.isUp() && !network.isLoopback() && !network.isPointToPoint() && !bridge) {
                network.inetAddresses().filter(Inet4Address.class::isInstance).forEach(addresses::add);
            }
        }
        List<InetAddress> expected =
                addresses.stream().filter(SettingsTest::isPrivate).toList();
        if (expected.size() == 1) {
            try (Sonyflake sonyflake = systemClock().open()) {
                assertThat(sonyflake.machineId()).isEqualTo(low(expected.get(0)));
            }
            return;
        }
        AbstractThrowableAssert<?, ?> error = assertThatThrownBy(
                        () -> systemClock().open())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(expected.isEmpty() ? "no private IPv4 address" : "several private IPv4");
        for (InetAddress address : expected.isEmpty() ? addresses : expected) {
            error.hasMessageContaining(address.getHostAddress());
        }
    }

    private static boolean isPrivate(InetAddress address) {
        BigInteger bits = new BigInteger(1, address.getAddress());
        return bits.shiftRight(24).intValue() == 10
                || bits.shiftRight(20).intValue() == 0xac1
                || bits.shiftRight(16).intValue() == 0xc0a8
                || bits.shiftRight(22).intValue() == 0x191;
    }

    private static int low(InetAddress address) {
        return new BigInteger(1, address.getAddress()).intValue() & 0xffff;
    }

    @Test
    void machineIdAboveItsBitsIsRefused() {
        assertThatThrownBy(() -> systemClock().machineId(() -> 65_536).open())
                .isInstanceOf(ConfigException.class)
                .hasMessage("machine id is 65536: must be from 0 to 65535, as its 16 bits hold");
        assertThatThrownBy(() -> systemClock().machineId(() -> -1).open()).isInstanceOf(ConfigException.class);
        IpWorkerIdsProvider ip = new IpWorkerIdsProvider();
        WorkerIds address = ip.open(IdConfig.of(ip, Map.of("address", "10.1.2.3")));
        assertThatThrownBy(() -> systemClock().bitsMachineId(8).open(address))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("515 (the low 16 bits of address 10.1.2.3): must be from 0 to 255");
    }

    @Test
    void bitsOutOfTheirLimitsAreRefusedBeforeTheMachineIdIs() {
        for (int bits : new int[] {-1, 31, 32}) {
            assertThatThrownBy(() ->
                            systemClock().bitsMachineId(bits).machineId(() -> 7).open())
                    .isInstanceOf(ConfigException.class)
                    .hasMessage("bits of the machine id are " + bits + ": must be from 0 to 30");
        }
    }

    @ParameterizedTest
    @CsvSource({"fixed, id, 7", "ip, address, 10.1.2.3", "hostname, host, node-7"})
    void checkThatKeepsNoRecordIsRefused(String check, String key, String value) {
        assertThatThrownBy(() -> IdGenerators.openLong(
                        "sonyflake",
                        Map.of("worker", "fixed", "worker.id", "7", "check", check, "check." + key, value)))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("the check cannot prove that machine id 7 is free");
    }

    @Test
    void checkOfASourceThatLeasesIdsIsRefusedBeforeAFileIsMade() {
        Map<String, String> settings = Map.of(
                "worker",
                "file",
                "worker.file",
                directory.resolve("source").toString(),
                "worker.file-create",
                "true",
                "worker.id",
                "3",
                "check",
                "file",
                "check.file",
                directory.resolve("check").toString(),
                "check.file-create",
                "true");
        assertThatThrownBy(() -> IdGenerators.openLong("sonyflake", settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("the machine id comes from a source that leases ids");
        assertThat(directory).isEmptyDirectory();
    }

    @Test
    void policyForConflictsThatNothingFindsIsRefused() {
        assertThatThrownBy(() -> IdGenerators.openLong(
                        "sonyflake", Map.of("worker", "fixed", "worker.id", "7", "on-conflict", "refuse")))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(
                        "key \"on-conflict\" is \"refuse\": must be left out, since it has an effect only with check");
    }

    @Test
    void reservationForAMachineIdThatIsNotLeasedIsRefused() {
        Map<String, String> settings = Map.of("worker", "fixed", "worker.id", "7", "reservation", "3s");
        assertThatThrownBy(() -> IdGenerators.openLong("sonyflake", settings))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith(
                        "sonyflake: key \"reservation\" is \"3s\": must be left out, since nothing is reserved");
    }

    @Test
    void reservationIsTakenWhereACheckLeasesTheMachineId() {
        Map<String, String> settings = Map.of(
                "worker",
                "fixed",
                "worker.id",
                "7",
                "reservation",
                "100ms",
                "check",
                "file",
                "check.file",
                directory.resolve("node").toString(),
                "check.file-create",
                "true");
        try (Sonyflake sonyflake = (Sonyflake) IdGenerators.openLong("sonyflake", settings)) {
            assertThat(sonyflake.stats().lease().orElseThrow().reservation()).isEqualTo(Duration.ofMillis(100));
        }
    }

    @Test
    void machineIdSourceThatFailsIsNamed() {
        IllegalStateException failure = new IllegalStateException("no metadata service");
        assertThatThrownBy(() -> systemClock()
                        .machineId(() -> {
                            throw failure;
                        })
                        .open())
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("the machine id source failed")
                .hasMessageContaining("no metadata service")
                .hasCause(failure);
    }

    @Test
    void checkIsAskedOnceWithTheMachineId() {
        List<Integer> asked = new ArrayList<>();
        systemClock().machineId(() -> 9).checkMachineId(asked::add).open().close();

        assertThat(asked).containsExactly(9);
    }

    @Test
    void machineIdThatTheCheckRefusesIsGivenBack() {
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        WorkerIds file = provider.open(
                IdConfig.of(provider, Map.of("file", directory.resolve("node").toString(), "file-create", "true")));
        // Short, since a new file is waited for, for twice as long.
        SonyflakeBuilder builder = systemClock()
                .reservation(Duration.ofMillis(100))
                .machineId(() -> 9)
                .check(file);

        assertThatThrownBy(() -> builder.checkMachineId(id -> false).open())
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("machine id 9 is taken: its check says no");
        assertThatThrownBy(() -> builder.checkMachineId(id -> {
                            throw new IllegalStateException("registry is down");
                        })
                        .open())
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("the check of machine id 9 failed")
                .hasMessageContaining("registry is down");

        builder.checkMachineId(id -> id == 9).open().close();
    }

    @Test
    void idOfASourceThatLeasesItselfIsGivenBackWhereACheckIsRefusedBesideIt() {
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        WorkerIds source = provider.open(IdConfig.of(
                provider, Map.of("file", directory.resolve("one").toString(), "file-create", "true", "id", "9")));
        WorkerIds check = provider.open(
                IdConfig.of(provider, Map.of("file", directory.resolve("two").toString(), "file-create", "true")));
        // Short, since a new file is waited for, for twice as long.
        Duration reservation = Duration.ofMillis(100);
        assertThatThrownBy(() ->
                        systemClock().reservation(reservation).check(check).open(source))
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining("leave the check out");
        systemClock().reservation(reservation).open(source).close();
    }

    @Test
    void machineIdThatReplacesTheDerivedOneIsLoggedAndOneThatStaysIsNot() {
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        WorkerIds file = provider.open(
                IdConfig.of(provider, Map.of("file", directory.resolve("node").toString(), "file-create", "true")));
        // Short, since a new file is waited for, for twice as long.
        SonyflakeBuilder builder =
                systemClock().reservation(Duration.ofMillis(100)).check(file);
        builder.machineId(() -> 9).open().close();
        try (CapturedLog log = new CapturedLog(Sonyflake.class)) {
            builder.machineId(() -> 9).open().close();
            assertThat(log.lines()).noneMatch(line -> line.contains("not the derived"));
            try (Sonyflake sonyflake = builder.machineId(() -> 10).open()) {
                assertThat(sonyflake.machineId()).isEqualTo(9);
            }
            assertThat(log.lines())
                    .filteredOn(line -> line.contains("not the derived"))
                    .containsExactly(
                            "WARNING sonyflake machine id is 9, not the derived 10: in namespace \"settings\" the"
                                    + " derived one is taken, or the check keeps another id for this machine");
        }
    }

    /** By a predecessor with a lead: else its successor would begin below what it stamped. */
    @Test
    void machineIdIsGivenBackWithTheBoundThatItWasTakenWith() {
        FileWorkerIdsProvider provider = new FileWorkerIdsProvider();
        WorkerIds file = provider.open(
                IdConfig.of(provider, Map.of("file", directory.resolve("node").toString(), "file-create", "true")));
        Duration reservation = Duration.ofMinutes(2);
        WorkerRequest request = new WorkerRequest(
                "settings",
                SonyflakeFormat.DEFAULT.lastMachineId(),
                OptionalInt.of(9),
                reservation,
                SonyflakeFormat.DEFAULT.fingerprint(),
                null,
                InstantSource.system());
        WorkerLease predecessor = file.acquire(request);
        long stamped = predecessor.reservedUntil() - 1;
        predecessor.release(stamped);

        assertThatThrownBy(() -> systemClock()
                        .reservation(reservation)
                        .machineId(() -> 9)
                        .check(file)
                        .checkMachineId(id -> false)
                        .open())
                .hasMessageStartingWith("machine id 9 is taken: its check says no");

        WorkerLease next = file.acquire(request);
        assertThat(next.stampedUntil()).isEqualTo(stamped);
        next.release(stamped);
    }

    @Test
    void timeIsExhaustedAfter174Years() {
        ManualClock far = new ManualClock(Instant.parse("2188-09-01T00:00:00Z"));
        SonyflakeBuilder builder = Sonyflake.builder()
                .startTime(Instant.parse("2014-09-01T00:00:00Z"))
                .namespace("far")
                .clock(far);
        try (Sonyflake sonyflake = builder.open(new FreshWorker(1))) {
            assertThat(sonyflake.nextId()).isPositive();
            far.advance(Duration.ofDays(365));
            assertThatThrownBy(sonyflake::nextId)
                    .isInstanceOf(IdsExhaustedException.class)
                    .hasMessageContaining("2189-09-01");
            assertThatThrownBy(() -> sonyflake.nextIds(new long[3], 0, 3)).isInstanceOf(IdsExhaustedException.class);
        }
        assertThatThrownBy(() -> builder.open(new FreshWorker(1)))
                .isInstanceOf(IdsExhaustedException.class)
                .hasMessageContaining("time is exhausted: 39 bits of 10 ms from 2014-09-01T00:00:00Z ended at 2188");
    }

    private static SonyflakeBuilder systemClock() {
        return Sonyflake.builder().namespace("settings");
    }
}
