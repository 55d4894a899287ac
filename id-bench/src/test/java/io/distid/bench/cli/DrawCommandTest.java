package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.draw.Drawings;
import io.distid.bench.draw.DrawnFormat;
import io.distid.bench.draw.DrawnHeader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DrawCommandTest {
    /** Where the version stands, behind eight bytes that no other file begins with. */
    private static final int VERSION = 8;

    /** The mark of the end: no ids, and twice how many there are. */
    private static final int END = Integer.BYTES + 2 * Long.BYTES;

    @TempDir
    Path folder;

    @ParameterizedTest
    @ValueSource(strings = {"bin", "csv"})
    void nodesDrawIntoFilesThatAreVerifiedTogether(String format) {
        draw("snowflake", "a." + format, "--ids", "5000", "-Dworker.id=1");
        draw("snowflake", "b." + format, "--ids", "7000", "-Dworker.id=2", "--format", format);

        CommandRun run = CommandRun.of("verify", "--file", path("a." + format), path("b." + format), "--json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("ids").asLong()).isEqualTo(12_000);
        assertThat(run.json().get("duplicates").asLong()).isZero();
    }

    @Test
    void uuidsNeedNoFlagAndOnesThatClaimNoOrderNeedNotGrow() {
        draw("uuid-v4", "ids.bin", "--ids", "1000", "--seconds", "60");

        CommandRun run = CommandRun.of("verify", "--file", path("ids.bin"), "--json");

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.json().get("ids").asLong()).isEqualTo(1_000);
    }

    @Test
    void tooFewIdsOfANodeShowNothing() {
        draw("snowflake", "a.bin", "--ids", "5000", "-Dworker.id=1");
        draw("snowflake", "b.bin", "--ids", "4", "-Dworker.id=2");

        CommandRun run = CommandRun.of("verify", "--file", path("a.bin"), path("b.bin"));

        assertThat(run.exitCode()).isEqualTo(3);
        assertThat(run.lines())
                .contains(
                        "  duplicates  NOT SHOWN",
                        "not shown: of the nodes that drew one made 4 ids, and fewer than 1,000 show neither that none"
                                + " repeats nor their order");
    }

    @Test
    void timeEndsIt() {
        long began = System.nanoTime();

        draw("sonyflake", "ids.bin", "--seconds", "1", "-Dworker.address=10.0.0.1");

        assertThat(System.nanoTime() - began).isGreaterThan(900_000_000);
        assertThat(CommandRun.of("verify", "--file", path("ids.bin")).exitCode())
                .isZero();
    }

    @Test
    void repeatIsReportedWithItsNodesCallsAndTimes() throws IOException {
        Path a = Drawings.numbers(folder, DrawnFormat.BIN, "node-a", 1, 10, 20, 30);
        Path b = Drawings.numbers(folder, DrawnFormat.BIN, "node-b", 2, 5, 6, 7, 8, 9, 11, 12, 20, 21);

        CommandRun run = CommandRun.of("verify", "--file", a.toString(), b.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.lines())
                .contains("20 (" + a + ", id 2, by node-a at 2026-11-22T00:00:00.000500Z) and again (" + b
                        + ", id 8, by node-b at 2026-11-22T00:00:00.007500Z)");
    }

    @Test
    void brokenOrderWithinAFileIsReportedInTheSameWay() throws IOException {
        Path a = Drawings.numbers(folder, DrawnFormat.BIN, "node-a", 1, 10, 30, 20);

        CommandRun run = CommandRun.of("verify", "--file", a.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("20 (" + a + ", id 3, by node-a at 2026-11-22T00:00:00.000500Z) is not greater than 30 (" + a
                        + ", id 2, by node-a");
    }

    @Test
    void filesOfOthersMayStandBesideDrawnOnes() throws IOException {
        Path a = Drawings.numbers(folder, DrawnFormat.BIN, "node-a", 1, 10, 30);
        Path own = Files.writeString(folder.resolve("own.txt"), "30\n");

        CommandRun run = CommandRun.of("verify", "--file", a.toString(), own.toString());

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains(") and again (" + own + ", line 1)");
    }

    @Test
    void aGeneratorThatFailsLeavesAWholeFileOfWhatItGave() {
        CommandRun run = CommandRun.of("draw", "broken-throws", "--out", path("ids.bin"));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.err()).contains("the store at jdbc:mysql://db/x went away");
        // How many were kept of the thousand, none of which repeats, is the length of its last block.
        assertThat(CommandRun.of("verify", "--file", path("ids.bin")).exitCode())
                .isIn(ExitCodes.OK, ExitCodes.NOT_SHOWN);
    }

    @Test
    void existingFileIsNotOverwritten() throws IOException {
        Path there = Files.writeString(folder.resolve("ids.bin"), "mine");

        CommandRun run = CommandRun.of("draw", "uuid-v7", "--out", there.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).startsWith("--out is " + there + ": exists already and is not overwritten");
        assertThat(there).hasContent("mine");
    }

    @Test
    void aFileThatIsNotWholeOrOfAnotherVersionIsRefused() throws IOException {
        byte[] whole = Files.readAllBytes(
                Drawings.numbers(folder, DrawnFormat.BIN, "node-a", 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14));

        refused("ends within its first 512 bytes: the copy is not whole", Arrays.copyOf(whole, 100));
        refused("ends within its first 512 bytes", Arrays.copyOf(whole, 3));
        refused("there is no id in ", new byte[0]);
        refused("is damaged after id 0: the copy is not whole", Arrays.copyOf(whole, DrawnHeader.LENGTH + 30));
        refused("has no mark of its end after id 0", Arrays.copyOf(whole, DrawnHeader.LENGTH));
        refused("has no mark of its end after id 14: ", Arrays.copyOf(whole, whole.length - END));
        refused("is damaged after id 14", Arrays.copyOf(whole, whole.length - 1));
        refused("is damaged after id 14", Arrays.copyOf(whole, whole.length + 1));
        refused("is damaged: its end counts 13 ids, and there are 14 before", with(whole, whole.length - 16, 13));
        refused("has version 2 of draw's format, and this id-bench reads version 1", with(whole, VERSION, 2));
        refused("is damaged: its ids have 3 words", with(whole, VERSION + 4, 3));
        refused("is damaged in its first 512 bytes", with(whole, VERSION + 24, 127));
        refused(", id 1 is 0: must be from 1 to", with(whole, DrawnHeader.LENGTH + END, 0));
        // So many that their bytes overflow an int.
        refused("is damaged after id 0", with(whole, DrawnHeader.LENGTH, 0x4000_0001));
    }

    @Test
    void copiesOfOneDrawAreNotRepeats() throws IOException {
        Path a = Drawings.numbers(folder, DrawnFormat.BIN, "node-a", 1, 10, 20, 30);
        Path copy = Files.copy(a, folder.resolve("copy.bin"));

        CommandRun run = CommandRun.of("verify", "--file", a.toString(), copy.toString());

        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(a + " and " + copy + " are copies of one draw: give it once");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "draw uuid-v7: Missing required option: '--out=<file>'",
                "draw --out x.bin: Missing required parameter: '<strategy>'",
                "draw nope --out x.bin: unknown strategy \"nope\": on the class path are ",
                "draw uuid-v7 --out x.bin --seconds 0: --seconds is 0: must be from 1 to 3600",
                "draw uuid-v7 --out x.bin --ids 0: --ids is 0: must be from 1 to 2147483647",
                "draw uuid-v7 --out x.bin --format parquet: --format is \"parquet\": must be bin or csv",
                "draw uuid-v7 --out x.bin --format csv: --format is csv, and --out is x.bin: verify takes files that end in",
                "draw uuid-v7 --out x.csv --format bin: --format is bin, and --out is x.csv: ",
                "draw uuid-v7 --out x.bin --node a,b: --node is \"a,b\": must be 1 to 63 letters, digits, dots, hyphens",
                "draw uuid-v7 --out no/such/x.bin: --out is no/such/x.bin: its folder does not exist",
                "draw snowflake --out x.bin: snowflake: key \"worker.id\" is not set: must be an integer from 0 to "
            })
    void wrongInputIsRefusedInOneLine(String given) {
        assertThat(CommandRun.refusal(given)).endsWith("(see id-bench draw --help)");
        assertThat(Path.of("x.bin")).doesNotExist();
        assertThat(Path.of("x.csv")).doesNotExist();
    }

    private void draw(String strategy, String file, String... flags) {
        String[] line = Arrays.copyOf(new String[] {"draw", strategy, "--out", path(file)}, 4 + flags.length);
        System.arraycopy(flags, 0, line, 4, flags.length);
        CommandRun run = CommandRun.of(line);
        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.lines()).containsExactly(path(file));
    }

    private void refused(String message, byte[] content) throws IOException {
        Path file = Files.write(folder.resolve("bad.bin"), content);
        CommandRun run = CommandRun.of("verify", "--file", file.toString());
        assertThat(run.exitCode()).as(message).isEqualTo(2);
        assertThat(run.err()).contains(file.toString(), message).doesNotContain("\tat ");
    }

    /** The same with a number put in somewhere. */
    private static byte[] with(byte[] bytes, int at, int number) {
        byte[] changed = bytes.clone();
        ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(at, number);
        return changed;
    }

    private String path(String name) {
        return folder.resolve(name).toString();
    }
}
