package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.machine.Machine;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.EntityLine;
import io.distid.bench.results.LockLine;
import io.distid.bench.results.Origin;
import io.distid.bench.results.Results;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.results.Row;
import io.distid.bench.results.Sample;
import io.distid.bench.results.TokenLine;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;

class CompareFilesTest {
    private static final double[] STEADY = {99, 100, 101, 100, 100};
    private static final double[] FIFTH_SLOWER = {79, 80, 81, 80, 80};

    private static final Origin OURS = new Origin(null, "ours", "");
    private static final LockLine LOCK =
            new LockLine("lock", OURS, null, Row.Status.measured, null, 900.0, 200.0, 4, 32, true, 2000, null);
    private static final TokenLine TOKENS =
            new TokenLine("tokens", OURS, null, Row.Status.measured, null, 900.0, 3000.0, 4, 32);
    private static final EntityLine ENTITY =
            new EntityLine("entity", OURS, null, Row.Status.measured, null, 5e4, 0.04, 10_000, 3);

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
    void significantChangeBelowTheToleranceDoesNotCount() throws IOException {
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
    void onWhatIsCalledOneMachineAReferenceThatChangedIsWarnedOf() throws IOException {
        Results slower = Runs.of(Runs.MACHINE, 200e6, Runs.row("a", STEADY));

        assertThat(compare(Runs.of(Runs.MACHINE, 480e6, Runs.row("a", STEADY)), slower)
                        .out())
                .contains("WARNING: the reference itself changed, AtomicLong.getAndIncrement at 1 thread by -58 %:"
                        + " the machines may differ");
        assertThat(compare(slower, Runs.of(Runs.MACHINE, 480e6, Runs.row("a", STEADY)))
                        .out())
                .contains("at 1 thread by +140 %");
        assertThat(compare(slower, Runs.of(Runs.MACHINE, 170e6, Runs.row("a", STEADY)))
                        .out())
                .doesNotContain("the reference itself changed");
        Machine other = new Machine("another CPU", 2, 8L << 30, "an OS", "a JVM");
        assertThat(compare(slower, Runs.of(other, 480e6, Runs.row("a", STEADY))).out())
                .contains("CPU differs")
                .doesNotContain("the reference itself changed");
    }

    @Test
    void aRowOfOursThatHasNoRateAnyMoreIsWorseAndOneOfAPeerIsNamed() throws IOException {
        Results old = Runs.of(
                Runs.MACHINE, 200e6, Runs.row("a", STEADY), Runs.row("b", STEADY), Runs.peer(Runs.row("p", STEADY)));
        Row skipped = Runs.skipped("b", "no server: refused");
        Row peer = Runs.peer(Runs.skipped("p", "no server"));

        CommandRun run = compare(
                old, Runs.of(Runs.MACHINE, 200e6, Runs.row("a", STEADY), skipped, Runs.peer(Runs.row("p", STEADY))));
        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains("not measured now: b: no server: refused")
                .endsWith("worse, too: 1 not measured any more" + System.lineSeparator());
        CommandRun peers =
                compare(old, Runs.of(Runs.MACHINE, 200e6, Runs.row("a", STEADY), Runs.row("b", STEADY), peer));
        assertThat(peers.exitCode()).isZero();
        assertThat(peers.out())
                .contains("not measured now, a peer: p: no server")
                .doesNotContain("worse, too");
        CommandRun never = compare(
                Runs.of(Runs.MACHINE, 200e6, Runs.row("a", STEADY), skipped),
                Runs.of(Runs.MACHINE, 200e6, Runs.row("a", STEADY), skipped));
        assertThat(never.exitCode()).isZero();
        assertThat(never.out()).doesNotContain("not measured now");
    }

    @Test
    void aPeerThatFailsNowIsNamedAndIsNotWorse() throws IOException {
        Results old = Runs.of(Runs.MACHINE, 200e6, Runs.row("a", STEADY), Runs.peer(Runs.row("p", STEADY)));
        Results now = Runs.of(Runs.MACHINE, 200e6, Runs.row("a", STEADY), Runs.peer(Runs.failed("p", "2 duplicates")));

        CommandRun run = compare(old, now);

        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("failed now, a peer: p: 2 duplicates");
    }

    @Test
    void locksTokensAndEntitiesThatFailOrHaveNoFiguresAnyMoreAreWorse() throws IOException {
        Results all = Runs.with(Runs.of(STEADY), List.of(LOCK), List.of(TOKENS), List.of(ENTITY), List.of());
        LockLine failed = LOCK.ended(Row.Status.failed, "a number came twice");
        TokenLine tokens = new TokenLine("tokens", OURS, null, Row.Status.skipped, "no server", null, null, 4, 32);
        EntityLine entity = new EntityLine("entity", OURS, null, Row.Status.skipped, "no server", null, null, 1, 3);

        CommandRun run =
                compare(all, Runs.with(Runs.of(STEADY), List.of(failed), List.of(tokens), List.of(entity), List.of()));

        assertThat(run.exitCode()).isEqualTo(1);
        assertThat(run.out())
                .contains(
                        "failed now: lock: a number came twice",
                        "not measured now: tokens: no server",
                        "not measured now: entity: no server",
                        "worse, too: 1 failed, 2 not measured any more");
        assertThat(compare(all, all).exitCode()).isZero();
        CommandRun gone = compare(all, Runs.of(STEADY));
        assertThat(gone.exitCode()).isZero();
        assertThat(gone.out()).contains("gone: lock", "gone: tokens", "gone: entity");
    }

    @Test
    void aBarThatHeldAndIsMissedIsWorseWhereBothRunsMeasuredIt() throws IOException {
        Results held = withBar(0.812, true, null);

        CommandRun missed = compare(held, withBar(0.7, false, null));
        assertThat(missed.exitCode()).isEqualTo(1);
        assertThat(missed.out())
                .contains(
                        "bar missed now: a bar, 2 threads: 0.700 (>= 0.75), was 0.812",
                        "worse, too: 1 missed of the bars that held");
        assertThat(compare(held, withBar(null, false, "a failed: 2 duplicates")).out())
                .contains("bar missed now: a bar, 2 threads: a failed: 2 duplicates (>= 0.75), was 0.812");
        assertThat(compare(withBar(0.7, false, null), withBar(0.6, false, null)).exitCode())
                .isZero();
        CommandRun unmeasured = compare(held, withBar(null, null, "not measured"));
        assertThat(unmeasured.exitCode()).isZero();
        assertThat(unmeasured.out()).contains("WARNING: bars that the old run measured and the new one did not: 1");
    }

    private static Results withBar(@Nullable Double ratio, @Nullable Boolean passed, @Nullable String reason) {
        BarLine bar = new BarLine("a bar", 2, ">= 0.75", ratio, null, null, passed, reason, null);
        return Runs.with(Runs.of(STEADY), List.of(), List.of(), List.of(), List.of(bar));
    }

    @Test
    void runsThatShareNoThreadCountSaySo() throws IOException {
        assertThat(compare(Runs.of(STEADY), Runs.atThreads(4, FIFTH_SLOWER)).out())
                .contains(
                        "WARNING: no rate can be compared: the old run's are of other thread counts (1) than the new one's (4)");
    }

    @Test
    void threadCountsThatOnlyTheOldRunHasAreNamed() throws IOException {
        Results now = Runs.of(STEADY);
        Results old = Sample.run(
                now.environment(),
                List.of(
                        now.strategies().get(0),
                        Runs.atThreads(4, STEADY).strategies().get(0)));

        assertThat(compare(old, now).out()).contains("WARNING: thread counts whose rates only the old run has: 4");
        assertThat(compare(now, old).out()).doesNotContain("thread counts");
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
    void withOneJvmForARateIterationsAreTakenAndTheOutputSaysSo() throws IOException {
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
    void wrongArgumentsAreNamed() throws IOException {
        Path ours = write("ours", Runs.of(STEADY));
        Path text = Files.writeString(folder.resolve("text"), "{");
        refused("there is no file ", ours, folder.resolve("none"));
        refused(text + " is not JSON: ", ours, text);
        refused("compare takes two results.json, the older one first, or none, not 1: " + ours, ours);
        refused("not 3: " + ours + " " + ours + " " + text, ours, ours, text);
        refused("--threads has no effect with two files: nothing is measured", ours, ours, "--threads", "2");
        refused("--tolerance is -1.0: must be from 0 to 100", ours, ours, "--tolerance=-1");
        refused("Invalid value for option '--tolerance': \"5%\" must be a number", ours, ours, "--tolerance=5%");
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
