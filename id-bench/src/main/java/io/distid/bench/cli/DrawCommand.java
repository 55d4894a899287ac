package io.distid.bench.cli;

import io.distid.IdGenerator;
import io.distid.bench.draw.Draw;
import io.distid.bench.draw.DrawnFormat;
import io.distid.bench.duplicates.IdSorter;
import io.distid.bench.progress.Progress;
import java.io.IOException;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Draws the ids of one node into a file. */
@Command(
        name = "draw",
        description = {
            "Opens a strategy as one node and writes its ids with their times to a file, until there are enough or time is up.",
            "Run it on each host, bring the files together, and give them "
                    + "all to verify --file. docs/several-hosts.md shows it by ssh and on Kubernetes."
        },
        footer = {
            "",
            "Examples:",
            "  id-bench draw redis-incr --seconds 10 --out ids.bin -Durl=redis://10.0.0.7",
            "  id-bench draw snowflake --out ids-7.bin --node seven -Dworker.id=7",
            "  id-bench draw uuid-v7 --ids 100000 --out ids.csv",
            "  id-bench verify --file ids-*.bin",
            "",
            "A file whose name ends in .csv is text, with columns for engines of SQL; others are bytes, "
                    + "8 or 16 an id, whose end is marked. An existing file is never overwritten: its ids "
                    + "were issued, too. No server is started: name the store by settings.",
            "",
            "Exit codes: 0 drawn; 1 the strategy failed or the file could not be written: what was "
                    + "drawn before is in it; 2 wrong flags or settings, or the file exists already."
        })
final class DrawCommand extends LabCommand {
    @Parameters(paramLabel = "<strategy>", completionCandidates = StrategyNames.class, description = "Its name.")
    private String strategy;

    @Option(
            names = "--seconds",
            paramLabel = "<n>",
            description =
                    "Most seconds to draw ids, 1 to 3600; up to 30 more while there are fewer than 1,000. Default: 10")
    private int seconds = 10;

    @Option(names = "--ids", paramLabel = "<n>", description = "The most ids, 1 to 2147483647. Default: 10000000")
    private long ids = 10_000_000;

    @Option(names = "--out", paramLabel = "<file>", required = true, description = "Where to.")
    private Path out;

    @Option(
            names = "--format",
            paramLabel = "<name>",
            description = "bin or csv, as the name of the file says. Default: csv if it ends in .csv, else bin")
    private @Nullable String format;

    @Option(
            names = "--node",
            paramLabel = "<name>",
            description = "What the file calls this node. Default: the host's name and the process id")
    private @Nullable String node;

    @Mixin
    private SettingFlags settings;

    @Override
    public Integer call() throws IOException {
        FlagRange.require(spec, "--seconds", seconds, 1, 3600);
        FlagRange.require(spec, "--ids", ids, 1, IdSorter.MOST_IDS);
        Draw draw = new Draw(strategy, node != null ? node : ofThisProcess(), out, format());
        if (Files.exists(out)) {
            throw wrong("--out is " + out + ": exists already and is not overwritten: name another file");
        }
        Progress progress = new Progress(spec.commandLine().getErr());
        Duration time = Duration.ofSeconds(seconds);
        try (IdGenerator generator = settings.openAndWarn(strategy)) {
            progress.plan(time);
            progress.step("drawing ids of " + strategy, time);
            long drawn = draw.run(generator, ids, time);
            progress.done(Output.number(drawn) + " ids");
        } catch (NoSuchFileException e) {
            throw wrong("--out is " + out + ": its folder does not exist");
        } finally {
            progress.end();
        }
        new Output(spec).line(out.toString());
        return ExitCodes.OK;
    }

    private DrawnFormat format() {
        DrawnFormat byName = DrawnFormat.of(out.toString());
        if (format == null || format.equals(byName.name().toLowerCase(Locale.ROOT))) {
            return byName;
        }
        if (!format.equals("bin") && !format.equals("csv")) {
            throw wrong("--format is \"" + format + "\": must be bin or csv");
        }
        throw wrong("--format is " + format + ", and --out is " + out
                + ": verify takes files that end in .csv for csv and all others for bin");
    }

    /** Two nodes of a host differ by the process. Two containers may have the same process number, not the same host. */
    private static String ofThisProcess() {
        String host = "unknown";
        try {
            host = InetAddress.getLocalHost().getHostName().replaceAll("[^A-Za-z0-9._-]", "-");
        } catch (UnknownHostException e) {
            // Then the process has to do.
        }
        return host.substring(0, Math.min(host.length(), 50)) + "-"
                + ProcessHandle.current().pid();
    }
}
