package io.distid.bench.bars;

import java.util.List;

/** What counters of a server must reach: nearly the speed of the bare driver, which checks nothing. */
final class CounterBars {
    private static final double NEARLY = 0.95;
    /** Of what compares before it moves, by a script. */
    private static final double SCRIPTED = 0.9;

    private CounterBars() {}

    static List<Bar> all() {
        return List.of(
                bare("redis-incr", "a bare INCR of Jedis", "jedis INCR", SCRIPTED),
                // Deleting used rows is no part of the statement, and the bare client has its rows stay.
                bare("mysql-auto-inc clean=false", "the same INSERT in bare JDBC", "jdbc auto-increment", NEARLY),
                bare("mysql-replace-into", "the same REPLACE in bare JDBC", "jdbc replace-into", NEARLY),
                bare("mysql-update", "the same UPDATE in bare JDBC", "jdbc update", NEARLY));
    }

    private static Bar bare(String strategy, String what, String reference, double share) {
        return Bar.rate(
                strategy + ": an id against " + what, BarRun.request(strategy), share, BarRun.request(reference));
    }
}
