package io.distid.bench.cli;

import io.distid.bench.faults.FaultChoice;
import java.nio.file.Path;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Injects faults into strategies and peers, and prints the effect on their ids. */
@Command(
        name = "faults",
        description = {
            "Injects faults into strategies and peers, each node in a JVM of its own, and compares all their ids exactly.",
            "A cell is unique; repeats; stops, which refuses with an error and stays unique; hangs; not shown, where it was not proven "
                    + "that the fault happened; or n/a. Clocks are set by libfaketime (Debian's package faketime): the system's, or "
                    + "downloaded by apt-get and unpacked beside it.",
            "Faults of stores and of the network hit a server of the cell's own, which nodes reach by a proxy."
        },
        footer = {
            "",
            "Examples:",
            "  id-bench faults --profile tiny",
            "  id-bench faults --faults 'clock*' --subjects 'snowflake*,yitter*'",
            "  id-bench faults --faults config-same-id --subjects all --keep",
            "  id-bench faults --faults 'store*' --subjects 'redis-incr,leaf-segment'",
            "",
            "tiny injects five faults into three strategies. quick injects all faults into those of distid and of its peers that differ "
                    + "in what their uniqueness rests on, and leaves out Sonyflake, random UUIDs and those of peers, further peers of a "
                    + "kind, Redisson, Hazelcast, options for speed, and worker ids on Redis, ZooKeeper and etcd. Into snowflake "
                    + "worker=mysql, leaf-segment, redis-incr and CosId's chain it also injects faults of servers and of the network. "
                    + "full injects all into all. --subjects leaves out no fault for the rows that it names. A disk can be filled where "
                    + "this is root on Linux.",
            "",
            "A textbook Snowflake takes part always, as the control: it must repeat under clock-back-down, process-clone and "
                    + "config-same-id. If none of these is asked for, it gets config-same-id. Progress goes to standard error, the table "
                    + "to standard output.",
            "",
            "Exit codes: 0 no claim of distid was contradicted and the control repeats; 1 a claim was contradicted (a hang is one), or "
                    + "nothing was proven, or no fault was shown for a row of distid although some make sense for it; 2 wrong flags or "
                    + "the table could not be written; 130 interrupted: nothing is written."
        })
final class FaultsCommand extends LabCommand {
    @Option(
            names = "--profile",
            paramLabel = "<name>",
            description =
                    "tiny (shows that it runs), quick (all faults, one row of each kind) or full (all faults, all rows). Default: quick")
    private String profile = "quick";

    @Option(
            names = "--faults",
            paramLabel = "<name>",
            split = ",",
            description =
                    "Some faults, with commas; * at the end stands for any end, all for all. Default: the profile's")
    private List<String> faults = List.of();

    @Option(
            names = "--subjects",
            paramLabel = "<name>",
            split = ",",
            description =
                    "Some strategies, option sets and peers, as list has them, in the same way. Default: the profile's")
    private List<String> subjects = List.of();

    @Option(
            names = "--seed",
            paramLabel = "<n>",
            description = "Seed of the schedule: which node, after how many ids, which jumps. Default: 1")
    private int seed = 1;

    @Option(
            names = "--keep",
            description = "Keeps the ids, logs and clocks of all nodes, in the folder faults beside the table.")
    private boolean keep;

    @Option(
            names = "--out",
            paramLabel = "<folder>",
            description = {
                "Where faults.html, faults.md and results.json go; an existing comparison or existing bars are "
                        + "kept, and their report is written again with the table. Default: id-bench/target/report"
            })
    private Path out = Path.of("id-bench/target/report");

    @Mixin
    private ServerFlags servers = new ServerFlags();

    @Override
    public Integer call() throws InterruptedException {
        FlagRange.require(spec, "--seed", seed, 0, Integer.MAX_VALUE);
        FaultChoice choice = FaultChoice.of(profile, faults, subjects, seed);
        servers.apply();
        return FilledTable.of(spec, choice, out, keep);
    }
}
