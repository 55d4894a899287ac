package io.distid.bench.faults;

import io.distid.bench.duplicates.WorkFolder;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.jvm.DaemonThreads;
import io.distid.bench.machine.GitRevision;
import io.distid.bench.machine.Machine;
import io.distid.bench.progress.Progress;
import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.results.FaultTable;
import io.distid.bench.results.Verdict;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.ServerKind;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.testservers.fault.FakeTimeLibrary;
import io.distid.testservers.process.ServerUnavailableException;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs subjects under faults, cell by cell, several at a time. For use by one thread, which may be interrupted. */
public final class FaultRun {
    /** About how long a cell takes with its processes. */
    private static final Duration CELL = Duration.ofSeconds(8);

    /** How much longer one takes that starts a server, and makes a namespace on it. */
    private static final Duration OWN_SERVER = Duration.ofSeconds(4);

    /**
     * On few cores, two processes may never run within the same ms. So one attempt of the control without repeats does
     * not prove that the check is blind.
     */
    private static final int CONTROL_ATTEMPTS = 5;

    private static final Duration ENDING = Duration.ofSeconds(60);
    private static final int OWN_SERVER_SHARE = 4;

    private final FaultChoice choice;
    private final @Nullable Path kept;
    private final Progress progress;
    private final Map<ServerKind, String> lacking = new EnumMap<>(ServerKind.class);
    /** Why no clock can be set; null if clocks can be, or none is to be. Looked for once: a download that fails takes long. */
    private @Nullable String noClocks;

    /** A cell that has not run yet. */
    private record Task(Fault fault, FaultSubject subject, FaultPlan plan, int index) {}

    /** For one run. Ids and settings of clocks stay in {@code kept}, or are removed in the end if it is null. */
    public FaultRun(FaultChoice choice, @Nullable Path kept, Progress progress) {
        this.choice = choice;
        this.kept = kept;
        this.progress = progress;
    }

    /** Runs all cells. All processes have ended then, also if the thread was interrupted. */
    public FaultTable run() throws InterruptedException {
        String date = Instant.now().truncatedTo(ChronoUnit.SECONDS).toString();
        try (Servers servers = new Servers();
                WorkFolder temporary = new WorkFolder(null)) {
            List<Subject> subjects = rows();
            subjects.forEach(subject -> start(servers, subject.server()));
            if (choice.faults().stream().anyMatch(Fault::setsClocks)) {
                try {
                    FakeTimeLibrary.find();
                } catch (ServerUnavailableException e) {
                    noClocks = e.getMessage();
                }
            }
            List<Task> tasks = tasks(subjects, servers);
            progress.plan(estimate(tasks));
            Path folder = kept == null ? temporary.path() : kept;
            List<FaultCell> cells = all(tasks, servers.runName(), folder);
            List<String> rows = subjects.stream().map(Subject::name).toList();
            List<String> columns = choice.faults().stream().map(Fault::name).toList();
            cells.sort(Comparator.comparingInt((FaultCell cell) -> rows.indexOf(cell.subject()))
                    .thenComparingInt(cell -> columns.indexOf(cell.fault())));
            return new FaultTable(
                    date,
                    choice.timing().toString(),
                    choice.seed(),
                    GitRevision.current(),
                    Machine.current(),
                    servers.describeAll(),
                    choice.faults().stream()
                            .map(fault -> new FaultTable.Column(fault.name(), fault.sentence()))
                            .toList(),
                    rows,
                    Catalogue.control().name(),
                    controls().stream().map(Fault::name).toList(),
                    cells);
        }
    }

    private List<Subject> rows() {
        return Stream.concat(choice.subjects().stream(), Stream.of(Catalogue.control()))
                .toList();
    }

    private void start(Servers servers, @Nullable ServerKind kind) {
        try {
            if (kind != null) {
                servers.start(kind);
            }
        } catch (ServerUnavailableException e) {
            lacking.put(kind, e.getMessage());
        }
    }

    /** Fault by fault, so that cells side by side are alike. */
    private List<Task> tasks(List<Subject> subjects, Servers servers) {
        List<Task> tasks = new ArrayList<>();
        for (Fault fault : choice.faults()) {
            for (Subject subject : subjects) {
                FaultSubject each = new FaultSubject(subject, servers);
                if (choice.includes(fault, each)) {
                    tasks.add(task(fault, each, tasks.size()));
                }
            }
        }
        for (Fault fault : controls()) {
            if (!choice.faults().contains(fault)) {
                tasks.add(task(fault, new FaultSubject(Catalogue.control(), servers), tasks.size()));
            }
        }
        return tasks;
    }

    private Task task(Fault fault, FaultSubject subject, int index) {
        // A server that waits for its disk at each id issues few ids a second.
        int share = fault.setup(subject) != ServerSetup.SHARED ? OWN_SERVER_SHARE : 1;
        int before = choice.timing().idsBefore() / share;
        FaultPlan plan = Schedule.plan(choice.seed(), fault.name(), subject.name(), before);
        return new Task(fault, subject, plan, index);
    }

    /** About how long a run takes on two cores that nothing else uses. */
    Duration estimate() {
        try (Servers none = new Servers()) {
            return estimate(tasks(rows(), none));
        }
    }

    private Duration estimate(List<Task> tasks) {
        return tasks.stream().map(this::estimate).reduce(Duration.ZERO, Duration::plus);
    }

    /** The share of a task in the total time. Several tasks run at a time. */
    private Duration estimate(Task task) {
        return task.fault().whyInapplicable(task.subject()) != null
                ? Duration.ZERO
                : CELL.plus(task.fault().lasts(choice.timing()))
                        .plus(task.fault().setup(task.subject()) == ServerSetup.SHARED ? Duration.ZERO : OWN_SERVER)
                        .dividedBy(choice.timing().sideBySide());
    }

    /** The requested faults that make the control repeat, or a default fault if there are none. */
    private List<Fault> controls() {
        List<Fault> asked = choice.faults().stream()
                .filter(fault -> fault.is(Fault.Trait.BREAKS_TEXTBOOK))
                .toList();
        return asked.isEmpty() ? List.of(Faults.CONTROL) : asked;
    }

    private List<FaultCell> all(List<Task> tasks, String run, Path folder) throws InterruptedException {
        ExecutorService pool =
                Executors.newFixedThreadPool(choice.timing().sideBySide(), DaemonThreads.named("distid-faults"));
        try {
            List<Callable<FaultCell>> calls = new ArrayList<>();
            tasks.forEach(task -> calls.add(() -> told(task, cell(task, run, folder))));
            List<FaultCell> cells = new ArrayList<>();
            for (Future<FaultCell> cell : pool.invokeAll(calls)) {
                cells.add(cell.get());
            }
            return cells;
        } catch (ExecutionException e) {
            throw new IllegalStateException(
                    "a cell could not be run: " + e.getCause().getMessage(), e);
        } finally {
            pool.shutdownNow();
            // Each ends its processes and its server.
            pool.awaitTermination(ENDING.toSeconds(), TimeUnit.SECONDS);
        }
    }

    private FaultCell told(Task task, FaultCell cell) {
        synchronized (progress) {
            progress.step(cell.subject() + " under " + cell.fault(), estimate(task));
            progress.done(cell.verdict().word());
        }
        return cell;
    }

    private FaultCell cell(Task task, String run, Path folder) throws InterruptedException {
        String inapplicable = task.fault().whyInapplicable(task.subject());
        String lack = task.fault().setsClocks() && noClocks != null
                ? noClocks
                : lacking.get(task.subject().subject().server());
        if (inapplicable != null || lack != null) {
            return CellRunner.without(
                    task.fault(),
                    task.subject(),
                    task.plan(),
                    inapplicable == null ? Verdict.NOT_SHOWN : Verdict.NOT_APPLICABLE,
                    inapplicable == null ? lack : inapplicable,
                    List.of());
        }
        boolean mustRepeat = task.fault().is(Fault.Trait.BREAKS_TEXTBOOK)
                && task.subject().name().equals(Catalogue.control().name());
        CellRunner runner = new CellRunner(choice.timing());
        FaultCell cell = null;
        int attempts = mustRepeat ? CONTROL_ATTEMPTS : task.fault().is(Fault.Trait.ONCE) ? 1 : 2;
        for (int attempt = 0; attempt < attempts; attempt++) {
            String name = task.index() + "-" + attempt;
            FaultCell next =
                    runner.run(task.fault(), task.subject(), task.plan(), run + "-" + name, folder.resolve(name));
            cell = mustRepeat ? next : kept(cell, next);
            if (settles(cell, mustRepeat)) {
                break;
            }
        }
        return cell;
    }

    /**
     * Whether a cell is final. A contradicted claim is final even without a proof of the fault: another attempt must
     * not hide it. A control is final once it has repeated under a proven fault.
     */
    static boolean settles(FaultCell cell, boolean mustRepeat) {
        return mustRepeat
                ? cell.verdict() == Verdict.REPEATS
                : cell.verdict() != Verdict.NOT_SHOWN || cell.contradiction() != null;
    }

    /** The later one of two attempts, unless ids repeated only in the earlier one and the later has shown nothing. */
    static FaultCell kept(@Nullable FaultCell before, FaultCell next) {
        return before != null && before.repeats() > 0 && next.verdict() == Verdict.NOT_SHOWN && next.repeats() == 0
                ? before
                : next;
    }
}
