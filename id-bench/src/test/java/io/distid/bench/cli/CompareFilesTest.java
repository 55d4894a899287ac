package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.results.Machine;
import io.distid.bench.results.Results;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.results.Row;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CompareFilesTest {
    private static final double[] STEADY = {99, 100, 101, 100, 100};
    private static final double[] FIFTH_SLOWER = {79, 80, 81, 80, 80};

    @TempDir
    Path folder;

    @Test
    void aRateThatFellByAFifthIsSlower() throws IOException {
        CommandRun run = compare(Runs.of(STEADY), Runs.of(FIFTH_SLOWER));

        assertThat(run.exitCode()).as(run.err()).isEqualTo(1);
        assertThat(run.out())
                .containsPattern("(?m)^a +1 +100 +80 +-20\\.0 % +<0\\.001  slower$")
                .contains("1 slower, 0 faster, 0 without a significant change, 0 not tested");
        assertThat(run.lines().stream().skip(2).filter(line -> line.length() > 80))
                .isEmpty();
        assertThat(compare(Runs.of(FIFTH_SLOWER), Runs.of(STEADY)).exitCode()).isZero();
    }

    @Test
    void aRateThatFellByWhatTheHostTookIsNotSlower() throws IOException {
        CommandRun run = compare(Runs.of(STEADY), Runs.stolen(0.2, FIFTH_SLOWER));

        assertThat(run.exitCode()).as(run.err()).isZero();
        assertThat(run.out())
                .containsPattern("(?m)^a +1 +100 +80 +-20\\.0 % +<0\\.001  stolen$")
                .contains("0 slower, 0 faster, 0 without a significant change, 0 not tested, 1 stolen")
                .contains("stolen: the host took CPU time");
        assertThat(compare(Runs.of(STEADY), Runs.stolen(0.09, FIFTH_SLOWER)).out())
                .contains("1 slower");
    }

    @Test
    void theSameRunIsNotSlowerThanItself() throws IOException {
        CommandRun run = compare(Runs.of(STEADY), Runs.of(STEADY));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out())
                .contains("0 slower, 0 faster, 1 without a significant change")
                .contains("+0.0 %");
    }

    @Test
    void aDifferenceThatTheSpreadOfTheJvmsExplainsIsNotSignificant() throws IOException {
        CommandRun run = compare(Runs.of(80, 120, 100), Runs.of(70, 110, 90));

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("0 slower");
    }

    @Test
    void iterationsOfAFewJvmsThatDifferProveNothing() throws IOException {
        // As six iterations each, instead of three JVMs, p would be 0.004.
        assertThat(compare(Runs.of(90, 100, 110), Runs.of(70, 80, 90)).out()).contains("0 slower");
    }

    @Test
    void whatIsSignificantAloneIsNotAmongManyRates() throws IOException {
        Row before = Runs.row("a", 97, 100, 103, 98, 102);
        Row after = Runs.row("a", 90.2, 93, 95.8, 91.1, 94.9);
        List<Row> others = IntStream.range(0, 100)
                .mapToObj(i -> Runs.row("other " + i, STEADY))
                .toList();

        assertThat(compare(Runs.of(Runs.MACHINE, 200e6, before), Runs.of(Runs.MACHINE, 200e6, after))
                        .out())
                .contains("1 slower");
        assertThat(compare(among(others, before), among(others, after)).out()).contains("0 slower");
    }

    private static Results among(List<Row> others, Row one) {
        return Runs.of(
                Runs.MACHINE,
                200e6,
                Stream.concat(others.stream(), Stream.of(one)).toArray(Row[]::new));
    }

    @Test
    void aSignificantChangeBelowTheToleranceIsNoMatterUnlessItIsSetLower() throws IOException {
        double[] twoPercentSlower = {97.9, 98, 98.1, 98, 98};
        double[] exact = {99.9, 100, 100.1, 100, 100};

        assertThat(compare(Runs.of(exact), Runs.of(twoPercentSlower)).exitCode())
                .isZero();
        assertThat(compare(Runs.of(exact), Runs.of(twoPercentSlower), "--tolerance", "1")
                        .exitCode())
                .isEqualTo(1);
    }

    @Test
    void onAnotherMachineRatiosToTheReferenceAreCompared() throws IOException {
        Machine faster = new Machine("another CPU", 4, 8L << 30, "an OS", "a JVM");
        Results twiceAsFast = Runs.of(faster, 400e6, Runs.row("a", 198, 200, 202, 200, 200));
        Results noFaster = Runs.of(faster, 400e6, Runs.row("a", STEADY));

        CommandRun same = compare(Runs.of(STEADY), twiceAsFast);
        assertThat(same.exitCode()).as(same.out()).isZero();
        assertThat(same.out()).contains("CPU differs: a CPU, 2 cores, now another CPU, 4 cores", "+0.0 %");
        CommandRun slower = compare(Runs.of(STEADY), noFaster);
        assertThat(slower.exitCode()).isEqualTo(1);
        assertThat(slower.out()).containsPattern("a +1 +100 +100 +-50\\.0 %");
    }

    @Test
    void rowsThatAreNewOrGoneOrFailNowAreNamed() throws IOException {
        Results old = Runs.of(Runs.MACHINE, 200e6, Runs.row("a", STEADY), Runs.row("b", STEADY));
        Results now = Runs.of(Runs.MACHINE, 200e6, Runs.failed("a", "2 duplicates"), Runs.row("c", STEADY));

        CommandRun run = compare(old, now);

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out()).contains("new row: c", "gone: b", "failed now: a: 2 duplicates");
    }

    @Test
    void withOneJvmForARateIterationsAreTakenAndThatIsSaid() throws IOException {
        assertThat(compare(Runs.of(100), Runs.of(101)).out())
                .contains("iterations, raised after Holm", "JVMs differ by more than iterations do");
    }

    @Test
    void isJsonForScripts() throws IOException {
        JsonNode diff =
                compare(Runs.of(STEADY), Runs.of(FIFTH_SLOWER), "--json").json();

        JsonNode change = CommandRun.find(diff.get("changes"), "name", "a");
        assertThat(change.get("change").asDouble()).isBetween(-0.201, -0.199);
        assertThat(change.get("verdict").asString()).isEqualTo("slower");
        assertThat(change.get("p").asDouble()).isBetween(0.0, 1e-6);
        assertThat(diff.get("byRatio").asBoolean()).isFalse();
    }

    @Test
    void whatIsWrongIsSaid() throws IOException {
        Path ours = write("ours", Runs.of(STEADY));
        Path text = Files.writeString(folder.resolve("text"), "{");
        refused("there is no file ", ours, folder.resolve("none"));
        refused(text + " is not JSON: ", ours, text);
        refused("compare takes two results.json, the older one first, or none, not 1: " + ours, ours);
        refused("not 3: " + ours + " " + ours + " " + text, ours, ours, text);
        refused("--threads has no effect with two files: nothing is measured", ours, ours, "--threads", "2");
        refused("--tolerance is -1.0: must be from 0 to 100", ours, ours, "--tolerance=-1");
    }

    private void refused(String message, Object... args) {
        CommandRun run = run(args);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
    }

    private CommandRun compare(Results old, Results now, String... flags) throws IOException {
        Object[] args = new Object[2 + flags.length];
        args[0] = write("old", old);
        args[1] = write("new", now);
        System.arraycopy(flags, 0, args, 2, flags.length);
        return run(args);
    }

    private static CommandRun run(Object... args) {
        String[] all = new String[1 + args.length];
        all[0] = "compare";
        for (int i = 0; i < args.length; i++) {
            all[i + 1] = args[i].toString();
        }
        return CommandRun.of(all);
    }

    private Path write(String name, Results results) throws IOException {
        return Files.writeString(folder.resolve(name + ".json"), ResultsFile.text(results));
    }
}
