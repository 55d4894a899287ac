package io.distid.bench.faults;

import io.distid.bench.subject.NamePatterns;
import java.util.List;

/** All faults there are, group by group. */
final class Faults {
    /** The control's fault if no requested fault makes it repeat. It needs only processes. */
    static final Fault CONTROL = new SameWorkerId();

    static final List<Fault> ALL = List.of(
            ClockFaults.BACK,
            new ClockBackWhileDown(),
            ClockFaults.AHEAD,
            ClockFaults.STROBE,
            ClockFaults.FROZEN,
            ClockFaults.APART,
            ProcessFaults.KILLED,
            ProcessFaults.RESTARTED,
            new ProcessPaused(),
            ProcessFaults.TOGETHER,
            new NodeCloned(),
            CONTROL,
            new TooManyNodes(),
            new StateCopied(),
            ServerFaults.KILLED,
            ServerFaults.PAUSED,
            new StoreRolledBack(),
            StoreFailover.OF_ONE_THAT_LEADS,
            StoreFailover.OF_CLUSTER,
            new StoreWiped(false),
            new StoreWiped(true),
            new OutOfConnections(),
            new StoreFull(),
            NetworkFaults.CUT,
            NetworkFaults.HOLE,
            NetworkFaults.SLOW,
            NetworkFaults.ANSWERS_LOST,
            new FormatEnd());

    private Faults() {}

    /**
     * Some of all.
     *
     * @param names as {@link NamePatterns} takes them
     * @throws io.distid.ConfigException if there is none of such a name
     */
    static List<Fault> named(List<String> names) {
        return NamePatterns.select("fault", "there are", ALL, Fault::name, names);
    }
}
