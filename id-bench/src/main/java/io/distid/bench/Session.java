package io.distid.bench;

import io.distid.bench.progress.Progress;
import io.distid.bench.report.Environment;
import io.distid.bench.report.GitRevision;
import io.distid.bench.report.Machine;
import io.distid.bench.report.ReportFolder;
import io.distid.bench.report.Results;
import io.distid.bench.report.TableView;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.io.IOException;
import java.io.PrintWriter;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import org.openjdk.jmh.util.Version;

/**
 * A comparison from its first line to its last file, whether it ends by itself or is interrupted.
 *
 * <p>A JVM that is told to end (by Ctrl-C, say) writes down what was measured so far, marks it as a part, and ends the
 * servers.
 */
final class Session implements AutoCloseable {
    private static final int INTERRUPTED = 130;

    private final Profile profile;
    private final Servers servers;
    private final ReportFolder folder;
    private final PrintWriter out;
    private final AtomicBoolean ending = new AtomicBoolean();
    private final Warnings warnings = Warnings.collect();
    private final Ledger ledger = new Ledger();
    private final Progress progress;
    private final Comparison comparison;
    private final Thread onShutdown = new Thread(this::interrupted, "distid-bench-shutdown");

    Session(
            Profile profile,
            List<Subject> subjects,
            BarsStage bars,
            Servers servers,
            ReportFolder folder,
            PrintWriter out) {
        this.profile = profile;
        this.servers = servers;
        this.folder = folder;
        this.out = out;
        this.progress = new Progress(out);
        this.comparison = new Comparison(profile, subjects, bars, servers, ledger, progress);
        Runtime.getRuntime().addShutdownHook(onShutdown);
    }

    /** Compares, writes the files and the table, and returns the exit code. */
    int run() throws IOException, InterruptedException {
        try {
            comparison.run();
        } catch (InterruptedException e) {
            // The signal that ended a fork is meant for this JVM too; if it was not, it ends here all the same.
            return INTERRUPTED;
        }
        progress.end();
        Results results = results(true);
        if (!ending.compareAndSet(false, true)) {
            return INTERRUPTED;
        }
        write(results);
        return results.anyFailed() ? CompareCommand.FAILED : 0;
    }

    /** The table first: it needs no space on a disk. */
    private void write(Results results) throws IOException {
        out.println(new TableView(profile.threads()).of(results));
        out.flush();
        folder.write(results);
        out.println(folder.html());
        out.println(folder.markdown());
        out.println(folder.json());
        out.flush();
    }

    private Results results(boolean complete) {
        Environment environment = new Environment(
                Instant.now().truncatedTo(ChronoUnit.SECONDS).toString(),
                complete,
                profile.toString(),
                Machine.current(),
                GitRevision.current(),
                Version.getPlainVersion(),
                servers.describeAll(),
                ledger.references());
        return new Results(
                environment,
                ledger.rows(complete ? null : "interrupted before all of it was measured"),
                ledger.control(),
                ledger.plainKey(),
                ledger.bars(),
                warnings.all());
    }

    private void interrupted() {
        ledger.freeze();
        progress.end();
        try {
            if (!ending.compareAndSet(false, true)) {
                return;
            }
            Results results = results(false);
            out.println("Interrupted. What was measured so far:");
            write(results);
        } catch (IOException e) {
            out.println(e.getMessage());
            out.flush();
        } finally {
            servers.close();
        }
    }

    @Override
    public void close() {
        servers.close();
        try {
            Runtime.getRuntime().removeShutdownHook(onShutdown);
        } catch (IllegalStateException e) {
            // The JVM is ending: the hook has run, or runs now.
        }
    }
}
