package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.assertj.core.data.Percentage;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

/** The main job, small: all strategies, real servers, one process from end to end. */
@Tag("slow")
class ComparisonTest {
    private static final List<String> IN_PROCESS = List.of("uuid-v4", "uuid-v7", "snowflake", "sonyflake");
    private static final List<String> ON_MYSQL =
            List.of("mysql-auto-increment", "mysql-replace-into", "mysql-update", "leaf-segment");

    @TempDir
    static Path folder;

    private static @Nullable LabRun sound;
    private static @Nullable LabRun broken;

    /** Several strategies, of which one has no server. */
    private static LabRun sound() throws IOException, InterruptedException {
        if (sound == null) {
            sound = LabRun.of(
                    folder.resolve("sound"),
                    "-Ddistid.sonyflake.max-lead=30s",
                    "-Ddistid.redis.url=redis://:hunter2@127.0.0.1:1",
                    "--strategies",
                    "uuid-v4,sonyflake,redis-incr",
                    "--peers",
                    "tsid-creator",
                    "--threads",
                    "1");
        }
        return sound;
    }

    /** Strategies that fail, each in another way, and one that does not. */
    private static LabRun broken() throws IOException, InterruptedException {
        if (broken == null) {
            broken = LabRun.of(
                    folder.resolve("broken"),
                    "--strategies",
                    "broken-duplicates,broken-batches,broken-texts,broken-order,broken-throws,broken-throws-later,broken-zero,snowflake",
                    "--threads",
                    "1");
        }
        return broken;
    }

    @Test
    void measuresEachStrategyWithoutADuplicate() throws IOException, InterruptedException {
        LabRun run = LabRun.of(
                folder.resolve("report"),
                "--nodes",
                "2",
                "--strategies",
                String.join(",", IN_PROCESS) + ",redis-incr," + String.join(",", ON_MYSQL));

        assertThat(run.exitCode()).as(run.output()).isZero();
        assertThat(run.json().get("strategies")).hasSize(IN_PROCESS.size() + 1 + ON_MYSQL.size());
        for (JsonNode row : run.json().get("strategies")) {
            assertThat(row.get("status").asString()).as(row.toString()).isEqualTo("measured");
            assertThat(row.get("reason").isNull()).isTrue();
            assertThat(row.get("uniqueness").get("duplicates").asLong()).isZero();
            assertThat(row.get("uniqueness").get("ids").asLong()).isPositive();
            assertThat(row.get("uniqueness").get("generators").asInt()).isEqualTo(2);
            assertThat(row.get("uniqueness").get("threads").asInt()).isEqualTo(2);
            assertThat(row.get("nodes").get("processes").asInt()).isEqualTo(2);
            assertThat(row.get("nodes").get("duplicates").asLong()).isZero();
            assertThat(row.get("nodes").get("ids").asLong()).isPositive();
            assertThat(row.get("predictability").get("timeErrorMillis").isNull())
                    .isEqualTo(!List.of("snowflake", "sonyflake", "uuid-v7")
                            .contains(row.get("name").asString()));
            assertThat(row.get("throughput")).hasSize(2);
            assertThat(row.get("throughput").get(1).get("threads").asInt()).isEqualTo(2);
            assertThat(row.get("throughput").get(1).get("opsPerSecond").asDouble())
                    .isPositive();
        }
        for (JsonNode row : run.json().get("strategies")) {
            for (JsonNode latency : row.get("latency")) {
                assertThat(latency.get("samples").asLong()).isGreaterThanOrEqualTo(1_000);
            }
            assertThat(row.get("startUp").get("first").asDouble()).isPositive();
            assertThat(row.get("roundTrips").isNull())
                    .isEqualTo(row.get("server").isNull());
        }
        // On a machine that is too busy, the others may make too few calls to tell of.
        for (String name : IN_PROCESS) {
            JsonNode latency = run.row(name).get("latency");
            assertThat(latency).as(name).hasSize(2);
            assertThat(latency.get(0).get("arrivals").asDouble()).isPositive();
            assertThat(latency.get(1).get("arrivals").isNull()).isTrue();
        }
        for (String name : List.of("redis-incr", "mysql-auto-increment")) {
            assertThat(run.row(name).get("roundTrips").get("perId").asDouble())
                    .isCloseTo(1, Percentage.withPercentage(1));
        }
        assertThat(run.json().get("control").get("caught").asBoolean()).isTrue();
        for (String counter : List.of("redis-incr", "mysql-auto-increment")) {
            assertThat(run.row(counter).get("nodes").get("inversionsAcross").asLong())
                    .isZero();
            assertThat(run.row(counter).get("predictability").get("guessed").asDouble())
                    .isGreaterThan(0.9);
            assertThat(run.row(counter).get("predictability").get("volume").asDouble())
                    .isEqualTo(1);
        }
        assertThat(run.row("uuid-v4")
                        .get("predictability")
                        .get("guessedFlatOut")
                        .asDouble())
                .isZero();
        assertThat(run.row("snowflake").get("ordering").get("claimed").asString())
                .isEqualTo("PER_GENERATOR");
        assertThat(run.row("snowflake")
                        .get("ordering")
                        .get("inversionsPerGenerator")
                        .asLong())
                .isZero();
        assertThat(run.row("uuid-v4").get("ordering").get("measured").asString())
                .isEqualTo("NONE");
        for (String name : IN_PROCESS) {
            assertThat(run.row(name).get("server").isNull()).isTrue();
        }
        for (String name : ON_MYSQL) {
            assertThat(run.row(name).get("server").asString()).matches("(MySQL|MariaDB) \\d+\\..* \\(.*\\)");
        }
        assertThat(run.row("redis-incr").get("server").asString()).matches("(Redis|Valkey) \\d+\\..* \\(.*\\)");
        assertThat(Files.readString(folder.resolve("report/report.md")))
                .contains("AtomicLong.getAndIncrement", "uuid-v7", "mysql-replace-into");
        assertThat(run.output())
                .contains("over the network to "
                        + run.row("redis-incr").get("server").asString());
        for (String file : List.of("results.json", "report.md", "report.html", "throughput.svg")) {
            assertThat(run.output()).contains(folder.resolve("report/" + file).toString());
        }
    }

    @Test
    void writesExactlyTheAgreedJson() throws IOException, InterruptedException {
        LabRun run = sound();

        assertThat(run.json().get("strategies")).hasSize(4);
        assertThat(names(run.json()))
                .containsExactlyInAnyOrder(
                        "environment",
                        "strategies",
                        "locks",
                        "tokens",
                        "entities",
                        "scale",
                        "control",
                        "plainKey",
                        "bars",
                        "warnings",
                        "faults");
        JsonNode row = run.row("uuid-v4");
        assertThat(names(row))
                .containsExactlyInAnyOrder(
                        "name",
                        "origin",
                        "server",
                        "status",
                        "reason",
                        "throughput",
                        "batch",
                        "cost",
                        "latency",
                        "roundTrips",
                        "startUp",
                        "uniqueness",
                        "nodes",
                        "ordering",
                        "traits",
                        "shape",
                        "predictability",
                        "locality");
        assertThat(names(row.get("throughput").get(0)))
                .as("but for what a machine without /proc/stat cannot tell")
                .filteredOn(name -> !name.equals("steal"))
                .containsExactlyInAnyOrder("threads", "opsPerSecond", "error", "lead", "samples");
        assertThat(names(row.get("cost"))).containsExactlyInAnyOrder("cpuNanos", "bytes");
        assertThat(row.get("cost").get("bytes").asDouble()).isGreaterThan(31);
        assertThat(row.get("cost").get("cpuNanos").asDouble()).isPositive();
        assertThat(row.get("batch").get(0).get("threads").asInt()).isEqualTo(1);
        assertThat(row.get("throughput").get(0).get("lead").isNull()).isTrue();
        JsonNode peer = run.row("tsid-creator");
        assertThat(names(peer.get("origin"))).containsExactlyInAnyOrder("library", "strategy", "options");
        assertThat(peer.get("origin").get("library").asString()).startsWith("tsid-creator ");
        assertThat(peer.get("batch")).isEmpty();
        assertThat(peer.get("throughput").get(0).get("lead").isNumber()).isTrue();
        assertThat(names(row.get("uniqueness")))
                .containsExactlyInAnyOrder("generators", "threads", "ids", "duplicates", "tooFew");
        assertThat(names(row.get("ordering")))
                .containsExactlyInAnyOrder("claimed", "measured", "inversionsPerGenerator", "inversionsAcross");
        assertThat(names(row.get("latency").get(0)))
                .containsExactlyInAnyOrder(
                        "arrivals", "reached", "threads", "samples", "p50", "p90", "p99", "p999", "p9999", "max");
        assertThat(names(row.get("startUp")))
                .containsExactlyInAnyOrder("samples", "first", "firstMax", "afterCrash", "leases");
        JsonNode environment = run.json().get("environment");
        assertThat(environment.get("complete").asBoolean()).isTrue();
        assertThat(environment.get("machine").get("cores").asInt()).isPositive();
        assertThat(environment.get("machine").get("jvm").asString()).contains(System.getProperty("java.vm.name"));
        assertThat(environment.get("references")).hasSize(2);
        assertThat(run.json().get("bars")).isEmpty();
    }

    @Test
    void aSettingByPropertyHoldsInForksToo() throws IOException, InterruptedException {
        // 25,600 ids a second, so that any machine is far ahead at once, and still is if it then stands still for
        // seconds.
        LabRun run = sound();

        assertThat(run.row("sonyflake").get("throughput").get(0).get("lead").asDouble())
                .isGreaterThan(1);
    }

    @Test
    void aDuplicateFailsTheRunAndIsNamed() throws IOException, InterruptedException {
        LabRun run = broken();

        assertThat(run.exitCode()).isEqualTo(1);
        JsonNode row = run.row("broken-duplicates");
        assertThat(row.get("status").asString()).isEqualTo("failed");
        assertThat(row.get("uniqueness").get("duplicates").asLong()).isPositive();
        assertThat(row.get("reason").asString())
                .matches(
                        "\\d+ duplicates: (\\d+) \\(generator \\d, thread \\d, call \\d+\\) equals \\1 \\(generator \\d.*");
        assertThat(run.output()).contains("failed broken-duplicates", " equals ");
    }

    @Test
    void aBrokenOrderFailsTheRunAndIsNamed() throws IOException, InterruptedException {
        LabRun run = broken();

        assertThat(run.exitCode()).isEqualTo(1);
        JsonNode row = run.row("broken-order");
        assertThat(row.get("ordering").get("measured").asString()).isEqualTo("NONE");
        assertThat(row.get("reason").asString())
                .contains("claims order per generator, which does not hold: ", " is not greater than ");
        assertThat(run.row("snowflake").get("status").asString()).isEqualTo("measured");
    }

    @Test
    void whatThrowsIsReportedWithoutItsPasswordAndTheRestGoesOn() throws IOException, InterruptedException {
        LabRun run = broken();

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.row("broken-throws").get("reason").asString())
                .isEqualTo("the store at jdbc:mysql://db/x went away");
        assertThat(run.row("broken-throws-later").get("reason").asString())
                .contains("the store went away after 200000 ids");
        assertThat(run.row("broken-zero").get("reason").asString()).isEqualTo("returned id 0: ids must be positive");
        assertThat(run.row("snowflake").get("status").asString()).isEqualTo("measured");
        assertThat(run.output()).doesNotContain("hunter2");
    }

    @Test
    void unavailableServerIsSkippedWithTheReason() throws IOException, InterruptedException {
        LabRun run = sound();

        assertThat(run.exitCode()).as(run.output()).isZero();
        JsonNode row = run.row("redis-incr");
        assertThat(row.get("status").asString()).isEqualTo("skipped");
        assertThat(row.get("reason").asString()).startsWith("no server: ").contains("127.0.0.1:1");
        assertThat(row.get("uniqueness").isNull()).isTrue();
        assertThat(run.output()).contains("skipped redis-incr: no server").doesNotContain("hunter2");
    }

    private static Set<String> names(JsonNode node) {
        return new TreeSet<>(node.propertyNames());
    }
}
