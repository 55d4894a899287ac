package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assumptions.assumeThat;

import io.distid.bench.IdBench;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.results.BarLine;
import io.distid.bench.results.Provenance;
import io.distid.bench.results.ResultsFile;
import io.distid.bench.workshop.WorkshopCommand;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

class CommandLineTest {
    @TempDir
    Path folder;

    @Test
    void anUnknownFlagIsNamed() throws IOException, InterruptedException {
        refused("Unknown option: '--fast'", "--fast");
    }

    @Test
    void anUnknownStrategyIsAnsweredWithThoseThereAre() throws IOException, InterruptedException {
        refused("unknown strategy \"snowflak\": on the class path are ", "--strategies", "snowflak");
    }

    @Test
    void anUnknownPeerIsAnsweredWithThoseThereAre() throws IOException, InterruptedException {
        refused("unknown peer \"tsid\": on the class path are agrona snowflake, ", "--peers", "tsid");
    }

    @Test
    void nothingToMeasureIsRefused() throws IOException, InterruptedException {
        refused(
                "--strategies, --peers, --locks, --tokens and --entities leave nothing to measure",
                "--strategies",
                "none");
    }

    @Test
    void anUnknownProfileIsAnsweredWithThoseThereAre() throws IOException, InterruptedException {
        refused("\"huge\" must be one of tiny, quick, full", "--profile=huge");
    }

    @Test
    void aSettingThatNoStrategyHasIsRefused() throws IOException, InterruptedException {
        refused(
                "-Dworker.id has no effect: names begin with distid., such as -Ddistid.snowflake.worker.id",
                "-Dworker.id=7");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "bars --only uuid: bars is now: workshop bars (see ",
                "--bars all: --bars is now: workshop bars --only <text> (see ",
                "compare --scale=tags: --scale is now: workshop growth <part> (see ",
                "compare --lease-nodes 3: --lease-nodes is now: workshop growth leases --lease-nodes <n> (see ",
                "faults --soak 30m: --soak is now: workshop soak <time> (see ",
                "compare --profile full --minutes 9: --minutes has no effect with --profile full (see ",
                "compare --minutes 0: --minutes is 0: must be from 1 to 600 (see ",
                "compare --json: --json has no effect without two files to compare",
                "--tolerance 3: --tolerance has no effect without two files to compare",
                "--password hunter2: Unknown option: '--password' (see ",
                "next uuid-v7 --password hunter2: Unknown option: '--password' (see ",
                "next uuid-v7 --password=hunter2: Unknown option: '--password...' (see ",
                "next uuid-v7 -phunter2: Unknown option: '-p...' (see ",
                "next uuid-v7 -Dhunter2: -D takes <key=value>, such as -Dworker.id=7 (see ",
                "next uuid-v7 a b: 2 arguments are too many, from \"a\" on"
            })
    void wrongInputIsRefusedInOneLine(String given) {
        assertThat(CommandRun.refusal(given)).doesNotContain("hunter2");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "distid.servers=nope",
                "distid.servers.required=nope",
                "distid.mysql.url=nope",
                "distid.redis.url=nope",
                "distid.zookeeper.connect=nope",
                "distid.etcd.endpoints=nope"
            })
    void aMalformedPropertyIsRefusedBeforeAnythingIsStarted(String property) {
        String name = property.substring(0, property.indexOf('='));
        String before = System.getProperty(name);
        try {
            for (String command : List.of(
                    "verify uuid-v4",
                    "compare --strategies uuid-v4",
                    "workshop bars --only uuid-v4",
                    "faults --profile tiny")) {
                String shown = name.startsWith("distid.servers")
                        ? property
                        : name + " is malformed (and not shown, since it may hold a password)";
                assertThat(CommandRun.refusal(command + " -D" + property + ": " + shown + ": must be "))
                        .endsWith(" --help)");
            }
        } finally {
            if (before == null) {
                System.clearProperty(name);
            } else {
                System.setProperty(name, before);
            }
        }
    }

    @Test
    @Tag("slow")
    void nothingThatWasNamedCouldBeMeasured() throws IOException, InterruptedException {
        LabRun run = LabRun.of(
                folder.resolve("report"), "--strategies", "redis-incr", "-Ddistid.redis.url=redis://127.0.0.1:1");

        assertThat(run.exitCode()).as(run.output()).isEqualTo(1);
        assertThat(run.output().lines())
                .last()
                .asString()
                .startsWith("nothing that was named could be measured: no server: Redis at 127.0.0.1:1 ");
    }

    @Test
    @Tag("slow")
    void barsOfAnotherRevisionAreKeptBesideAComparisonAndThatIsSaid() throws IOException, InterruptedException {
        Path report = folder.resolve("report");
        Provenance provenance = new Provenance("0000000", "2026-11-20T12:00:00Z", 3, 1, null);
        BarLine bar = new BarLine("a bar", 1, ">= 1", 1.5, null, 1.0, true, null, provenance);
        ReportFolder.at(report).write(List.of(bar));

        LabRun run = LabRun.of(report, "--strategies", "redis-incr", "-Ddistid.redis.url=redis://127.0.0.1:1");

        assertThat(run.output())
                .contains("The bars that stood there are of another revision than this run (")
                .contains("They are kept in " + report.resolve("results-0000000.json"));
        assertThat(ResultsFile.parts(report.resolve("results-0000000.json")).bars())
                .containsExactly(bar);
        assertThat(ResultsFile.read(report.resolve("results.json")).bars()).isEmpty();
    }

    @Test
    @Tag("slow")
    void theTableTellsOfTheBarsThatTheFilesHave() throws IOException, InterruptedException {
        Path report = folder.resolve("report");
        BarLine bar = new BarLine("a bar", 1, ">= 1", 1.5, null, 1.0, true, null, Provenance.now(3, 3));
        ReportFolder.at(report).write(List.of(bar));

        LabRun run = LabRun.of(report, "--strategies", "redis-incr", "-Ddistid.redis.url=redis://127.0.0.1:1");

        assertThat(ResultsFile.read(report.resolve("results.json")).bars()).containsExactly(bar);
        assertThat(run.output()).contains("bars: 1 of 1 measured hold, of ");
    }

    @Test
    void completionNamesEveryCommandAndIsABashScript() throws IOException, InterruptedException {
        CommandRun run = CommandRun.of("generate-completion");
        assertThat(run.exitCode()).isZero();
        assertThat(run.out()).contains("compare", "report", "workshop", "bars", "--tolerance", "decode");
        Path script = Files.writeString(folder.resolve("completion"), run.out());
        try {
            assertThat(new ProcessBuilder("bash", "-n", script.toString())
                            .start()
                            .waitFor())
                    .isZero();
        } catch (IOException e) {
            assumeThat(false).as("there is no bash: " + e).isTrue();
        }
    }

    @Test
    void aThreadCountOutOfRangeIsAnsweredWithTheRange() throws IOException, InterruptedException {
        refused("--threads is 0: must be from 1 to 1024", "--threads", "1,0");
    }

    @Test
    void aFolderThatCannotBeWrittenIsRefusedBeforeAnythingIsMeasured() throws IOException, InterruptedException {
        Path file = Files.createFile(folder.resolve("file"));
        refused("--out is " + file + ": must be a folder that can be written to", "--out", file.toString());
    }

    @Test
    void aRefusalRepeatsNoPassword() throws IOException, InterruptedException {
        CommandRun run =
                CommandRun.of("--fast", "-Ddistid.mysql.password=hunter2", "-Ddistid.redis.url=redis://:hunter2@h");
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out() + run.err()).isNotEmpty().doesNotContain("hunter2");
    }

    @Test
    void helpNamesProfilesAndExitCodes() throws IOException, InterruptedException {
        Path log = folder.resolve("help.log");
        Process help = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                        "-cp",
                        System.getProperty("java.class.path"),
                        IdBench.class.getName(),
                        "--help")
                .redirectOutput(log.toFile())
                .start();

        assertThat(help.waitFor()).isZero();
        assertThat(Files.readString(log)).contains("compare", "Exit codes:");
    }

    /** Else it prints a warning of its parser's above the help, and the escapes as they stand. */
    @Test
    void eachLineOfHelpIsAFormat() {
        List<CommandLine> commands = new ArrayList<>(List.of(Main.commands(new WorkshopCommand())));
        commands.addAll(commands.get(0).getSubcommands().values());
        commands.addAll(commands.get(0)
                .getSubcommands()
                .get("workshop")
                .getSubcommands()
                .values());
        assertThat(commands).hasSizeGreaterThan(10).allSatisfy(command -> {
            CommandSpec spec = command.getCommandSpec();
            List<String> lines = new ArrayList<>();
            Collections.addAll(lines, spec.usageMessage().description());
            Collections.addAll(lines, spec.usageMessage().footer());
            spec.args().forEach(arg -> Collections.addAll(lines, arg.description()));
            assertThat(lines)
                    .allSatisfy(line ->
                            assertThatCode(() -> String.format(line)).as(line).doesNotThrowAnyException());
        });
    }

    @Test
    void helpOfTheComparisonFitsOneScreen() {
        assertThat(CommandRun.of("compare", "--help").lines())
                .hasSizeLessThanOrEqualTo(40)
                .allMatch(line -> line.length() <= 80);
    }

    /** They are broken at 80 columns: one that goes on in the next would leave a short line between the two. */
    @Test
    void eachLineOfHelpIsAWholeSentenceOrAnExampleOf80Columns() {
        CommandLine main = Main.commands(new WorkshopCommand());
        List<CommandLine> commands = new ArrayList<>(List.of(main));
        main.getSubcommands().forEach((name, command) -> {
            if (!name.equals("generate-completion")) { // picocli's own
                commands.add(command);
            }
        });
        assertThat(commands).hasSizeGreaterThan(10).allSatisfy(command -> {
            UsageMessageSpec usage = command.getCommandSpec().usageMessage();
            List<String> lines = new ArrayList<>();
            Collections.addAll(lines, usage.description());
            Collections.addAll(lines, usage.footer());
            // The last one of an option has none after it.
            command.getCommandSpec().options().stream()
                    .map(option -> List.of(option.description()))
                    .forEach(each -> lines.addAll(each.subList(0, Math.max(0, each.size() - 1))));
            assertThat(lines).allSatisfy(line -> assertThat(line).matches("|.*[.:]|  .{1,78}"));
        });
    }

    private void refused(String message, String... args) throws IOException, InterruptedException {
        CommandRun run = CommandRun.of(args);
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.err()).contains(message).doesNotContain("\tat ");
    }
}
