package io.distid.snowflake.simulation;

import io.distid.snowflake.SnowflakeId;
import io.distid.snowflake.SnowflakeLayout;
import io.distid.snowflake.simulation.SlotStore.Grant;
import java.util.ArrayList;
import java.util.List;

/** Judges each id as it is issued. */
final class Ledger {
    private final World world;
    private final SnowflakeLayout layout;
    private final LongTable ids = new LongTable();
    private final LongTable ticks = new LongTable();
    private final List<String> holders = new ArrayList<>();
    private final List<String> violations = new ArrayList<>();
    private int repeated;

    Ledger(World world) {
        this.world = world;
        this.layout = world.plan.layout();
    }

    /** Who issues, by number. */
    int holder(String name) {
        holders.add(name);
        return holders.size() - 1;
    }

    /** An id was returned by a call that began when {@code before} was the greatest of its generator, and read the clock. */
    void issued(int holder, Source source, long id, long before, long latestReading) {
        world.statistics.count(Statistics.What.IDS);
        int other = ids.putIfAbsent(id, holder);
        if (other >= 0) {
            repeated++;
            violated(holder, id, "was issued by " + holders.get(other) + " before");
        }
        Grant grant = source.grant();
        if (grant == null) {
            return;
        }
        if (id <= before) {
            violated(holder, id, "is not above " + before + ", which was issued before the call began");
        }
        SnowflakeId fields = layout.decode(id);
        long tick = Math.floorDiv(fields.time().toEpochMilli() - layout.epoch().toEpochMilli(), tickMillis());
        // Stronger than that no id is equal: no tick of a worker id is shared by two holders.
        int owner = ticks.putIfAbsent((tick << 6 | grant.id) + 1, holder);
        if (owner >= 0 && owner != holder) {
            violated(holder, id, "lies in a tick of " + holders.get(owner));
        }
        long worker = fields.datacenter() << layout.workerBits() | fields.worker();
        if (worker != grant.id) {
            violated(holder, id, "carries worker id " + worker + " instead of " + grant.id);
        }
        judgeTime(holder, id, fields.time().toEpochMilli(), latestReading, grant);
    }

    /** What went wrong, first things first. */
    List<String> violations() {
        return violations;
    }

    int repeated() {
        return repeated;
    }

    /** A fault that is no id's. */
    void violated(String what) {
        if (violations.size() < 5) {
            violations.add("at " + world.now() / 1e9 + " s: " + what);
        }
        world.trace("VIOLATION %s", what);
    }

    private void judgeTime(int holder, long id, long start, long reading, Grant grant) {
        long leadTicks = world.plan.rule().maxLead().toMillis() / tickMillis();
        long readTick = Math.floorDiv(reading - layout.epoch().toEpochMilli(), tickMillis());
        long tick = (start - layout.epoch().toEpochMilli()) / tickMillis();
        if (tick - readTick > leadTicks) {
            violated(holder, id, "leads the clock by " + (tick - readTick) + " ticks instead of " + leadTicks);
        }
        if (start > grant.reservedUntil) {
            violated(holder, id, "is stamped " + start + ", but durable is " + grant.reservedUntil);
        }
        if (start <= grant.stampedUntil) {
            violated(holder, id, "is stamped " + start + ", but the last holder reserved to " + grant.stampedUntil);
        }
    }

    private void violated(int holder, long id, String what) {
        violated("id " + id + " (" + layout.decode(id) + ") of " + holders.get(holder) + " " + what);
    }

    private long tickMillis() {
        return layout.tick().toMillis();
    }
}
