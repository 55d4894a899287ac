package io.distid.bench.faults;

import io.distid.bench.subject.NamePatterns;
import java.util.List;

/** All faults there are, group by group. */
final class Faults {
    /** The control's fault if no requested fault makes it repeat. It needs only processes. */
    static final Fault CONTROL = ConfigFaults.SAME_ID;

    static final List<Fault> ALL = List.of(
            ClockFaults.BACK,
            ClockFaults.BACK_WHILE_DOWN,
            ClockFaults.AHEAD,
            ClockFaults.STROBE,
            ClockFaults.FROZEN,
            ClockFaults.APART,
            ProcessFaults.KILLED,
            ProcessFaults.RESTARTED,
            ProcessPaused.FAULT,
            ProcessFaults.TOGETHER,
            ProcessFaults.CLONED,
            CONTROL,
            ConfigFaults.TOO_MANY,
            ConfigFaults.COPIED,
            ServerFaults.KILLED,
            ServerFaults.PAUSED,
            StoreLosses.ROLLED_BACK,
            StoreLosses.FAILED_OVER,
            StoreLosses.CLUSTER_FAILED_OVER,
            StoreLosses.GONE,
            StoreLosses.REMADE,
            ServerFaults.OUT_OF_CONNECTIONS,
            ServerFaults.FULL,
            NetworkFaults.CUT,
            NetworkFaults.HOLE,
            NetworkFaults.SLOW,
            NetworkFaults.ANSWERS_LOST,
            FormatEnd.FAULT);

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
