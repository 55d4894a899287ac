package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;

class VerifyCommandTest {
    @TempDir
    Path folder;

    @Test
    void processesOfAStrategyAreMergedAndJudged() {
        CommandRun run = CommandRun.of("verify", "uuid-v7", "--ids", "100000", "--threads", "1", "--json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        JsonNode json = run.json();
        assertThat(json.get("held").asBoolean()).isTrue();
        assertThat(json.get("claimed").asString()).isEqualTo("PER_GENERATOR");
        assertThat(json.get("nodes").get("ids").asLong()).isEqualTo(100_000);
        assertThat(json.get("nodes").get("processes").asInt()).isEqualTo(2);
        assertThat(json.get("nodes").get("duplicates").asLong()).isZero();
    }

    /** Single ids of both are unique. */
    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"broken-batches", "broken-texts"})
    void aStrategyThatRepeatsInAnotherWayThanBySingleIdsIsCaught(String strategy) {
        CommandRun run = CommandRun.of("verify", strategy, "--ids", "100000");

        assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(1);
        assertThat(run.out()).contains(" duplicates among 2 processes: ", ") and again (");
    }

    @Test
    @Tag("slow")
    void tooFewIdsOfAProcessShowNothing() {
        CommandRun run = CommandRun.of("verify", "uuid-v7", "--ids", "1000");

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.lines())
                .contains(
                        "  duplicates     NOT SHOWN",
                        "  order claimed  per generator, NOT SHOWN",
                        "not shown: of 2 processes one made 500 ids, and fewer than 1,000 show neither that none repeats"
                                + " nor their order");
        CommandRun json = CommandRun.of("verify", "uuid-v7", "--ids", "1000", "--json");
        assertThat(json.exitCode()).isEqualTo(3);
        assertThat(json.json().get("held").asBoolean()).isFalse();
        assertThat(json.json().get("nodes").get("tooFew").asBoolean()).isTrue();
    }

    @Test
    @Tag("slow")
    void progressIsSeparateFromTheVerdict() throws IOException {
        CommandRun fleet = CommandRun.of("verify", "uuid-v4", "--ids", "2000");

        assertThat(fleet.err().lines())
                .satisfiesExactly(
                        line -> assertThat(line).matches(" +\\d+ %  opening uuid-v4 in 2 processes: done"),
                        line -> assertThat(line).matches(" *\\d+ %  taking ids: done"),
                        line -> assertThat(line).matches("100 %  comparing ids: 2\\.00 k ids, 0 duplicates, .*/s"));
        assertThat(fleet.out()).startsWith("  processes ").doesNotContain("comparing");

        String ids = file("1\n2\n2\n");
        assertThat(CommandRun.of("verify", "--file", ids).err().lines())
                .containsExactly("100 %  reading " + ids + ": 3 ids", "100 %  comparing ids: 3 ids, 1 duplicates");
    }

    @Test
    void aFileIsJudgedAsAWhole() throws IOException {
        String good = file("1\n2\n3\n");
        String unordered = file("2\n1\n3\n");
        String twice = file("1\n2\n2\n");

        assertThat(CommandRun.of("verify", "--file", good).exitCode()).isZero();
        assertThat(CommandRun.of("verify", "--file", unordered).exitCode()).isEqualTo(1);
        assertThat(CommandRun.of("verify", "--file", unordered, "--unordered").exitCode())
                .isZero();
        CommandRun run = CommandRun.of("verify", "--file", twice, "--unordered");
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines()).contains("2 (" + twice + ", line 2) and again (" + twice + ", line 3)");
        assertThat(CommandRun.of("verify", "--file", good, "--json")
                        .json()
                        .get("ids")
                        .asLong())
                .isEqualTo(3);
    }

    @Test
    void anyNumberOfFilesMayFollowOneFlag() throws IOException {
        CommandRun run = CommandRun.of("verify", "--file", file("1\n"), file("2\n"), "--file", file("1\n"), "--json");

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.json().get("ids").asLong()).isEqualTo(3);
        assertThat(run.json().get("duplicates").asLong()).isEqualTo(1);
    }

    @Test
    void aFileThatIsCutWithinItsLastIdIsRefused() throws IOException {
        String whole = file("100001\n100002\n100001\n");
        String cut = file("100001\n100002\n10000");

        assertThat(CommandRun.of("verify", "--file", whole, "--unordered").exitCode())
                .isEqualTo(1);
        CommandRun run = CommandRun.of("verify", "--file", cut, "--unordered");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err())
                .contains(cut + ", line 3 has no line end: the copy may not be whole, and the last id cut"
                        + " (see id-bench verify --help)");
    }

    @Test
    void anEmptyFileIsNoProof() throws IOException {
        String empty = file("");

        CommandRun run = CommandRun.of("verify", "--file", empty);

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        assertThat(run.err()).contains("there is no id in " + empty + " (see id-bench verify --help)");
    }

    @ParameterizedTest
    @CsvSource({"ids.txt, ''", "ids.csv, ''", "ids.csv, 'id,node\n'", "ids.bin, ''"})
    void aFileWithoutAnIdIsNoProofBesideOthers(String name, String content) throws IOException {
        String empty = Files.writeString(folder.resolve(name), content).toString();

        for (String[] files : new String[][] {{empty, file("1\n")}, {file("1\n"), empty}}) {
            CommandRun run = CommandRun.of("verify", "--file", files[0], files[1]);

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.out()).isEmpty();
            assertThat(run.err()).contains("there is no id in " + empty + " (see id-bench verify --help)");
        }
    }

    @Test
    void standardInputWithoutAnIdIsNoProofBesideAFile() throws IOException {
        InputStream before = System.in;
        System.setIn(InputStream.nullInputStream());
        try {
            CommandRun run = CommandRun.of("verify", "--file", file("1\n"), "-");

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err()).contains("there is no id in standard input (see id-bench verify --help)");
        } finally {
            System.setIn(before);
        }
    }

    @Test
    void unavailableServerIsReportedInOneLine() {
        System.setProperty("distid.redis.url", "redis://:hunter2@127.0.0.1:1");
        try {
            CommandRun run = CommandRun.of("verify", "redis-incr");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err())
                    .isEqualToIgnoringNewLines("no server: Redis at 127.0.0.1:1 (endpoint) did not answer within 2 s:"
                            + " Connection refused");
        } finally {
            System.clearProperty("distid.redis.url");
        }
    }

    @ParameterizedTest
    @Tag("slow")
    @ValueSource(strings = {"-Dworker.id=5", "-Ddistid.snowflake.worker.id=5"})
    void oneWorkerIdForAllNodesIsReported(String setting) {
        try {
            CommandRun run = CommandRun.of("verify", "snowflake", setting, "--ids", "1000");

            assertThat(run.err())
                    .startsWith("each of the 2 nodes has worker id 5, by key worker.id: their ids may repeat");
        } finally {
            System.clearProperty("distid.snowflake.worker.id");
        }
    }

    @Test
    @Tag("slow")
    void addressInASystemPropertyOfTheStrategyIsHeeded() {
        try {
            CommandRun run = CommandRun.of("verify", "redis-incr", "-Ddistid.redis-incr.url=redis://127.0.0.1:1");

            assertThat(run.exitCode()).isEqualTo(1);
            assertThat(run.err()).contains("Redis at redis://127.0.0.1:1 did not answer");
        } finally {
            System.clearProperty("distid.redis-incr.url");
        }
    }

    @Test
    void standardInputIsRead() {
        InputStream before = System.in;
        System.setIn(new ByteArrayInputStream("5\n6\nseven\n".getBytes(StandardCharsets.UTF_8)));
        try {
            CommandRun run = CommandRun.of("verify", "--file", "-");

            assertThat(run.exitCode()).isEqualTo(2);
            assertThat(run.err())
                    .startsWith("standard input, line 3 is not an id: ")
                    .contains("\"seven\"");
        } finally {
            System.setIn(before);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "verify: one of a strategy, --file and --control, not none",
                "verify uuid-v4 --control: one of a strategy, --file and --control, not several",
                "verify nope: unknown strategy \"nope\": on the class path are ",
                "verify uuid-v4 --nodes 17: --nodes is 17: must be from 1 to 16",
                "verify uuid-v4 --ids 0: --ids is 0: must be from 1 to 2147483647",
                "verify uuid-v4 --seconds -1: --seconds is -1: must be from 1 to 3600",
                "verify --file x --nodes 4: --nodes has no effect with --file",
                "verify --file x -Dkey=value: -D has no effect with --file",
                "verify --file x.txt --uuids: --uuids has no effect without a file whose name ends in .bin",
                "verify --file - --file -: --file - is given twice: standard input can be read once",
                "verify snowflake --unordered: --unordered has no effect with a strategy",
                "verify snowflake --uuids: --uuids has no effect with a strategy",
                "verify --file x --colour red: Unknown option: '--colour'",
                "verify --control --nodes 3: --nodes has no effect with --control",
                "verify --file no/such.txt: there is no file no/such.txt",
                "verify uuid-v7 -Dcolour=red: uuid-v7: unknown key \"colour\": allowed are "
            })
    void wrongInputIsRefusedInOneLine(String given) {
        assertThat(CommandRun.refusal(given)).endsWith("(see id-bench verify --help)");
    }

    @Test
    void helpHasExamplesAndExitCodes() {
        CommandRun run = CommandRun.of("verify", "--help");

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("Examples:", "  id-bench verify ", "Exit codes: 0 ");
    }

    private String file(String content) throws IOException {
        return Files.writeString(Files.createTempFile(folder, "ids", ".txt"), content)
                .toString();
    }
}
