package io.distid.testkit.simulation;

import io.distid.IdException;
import io.distid.testkit.simulation.Statistics.What;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** All nodes of one world, and the faults of the nodes and their store. */
final class Cluster {
    private final World world;
    private final IdSource.Rule rule;
    private final @Nullable ProcessCopier copier;
    private final List<SimulatedNode> nodes = new ArrayList<>();
    private final List<IdSource> opened = new ArrayList<>();
    private final List<Object> saved = new ArrayList<>();
    private final Map<SimulatedFault, Integer> shares = new EnumMap<>(SimulatedFault.class);

    Cluster(World world, IdSource.Rule rule, @Nullable ProcessCopier copier) {
        this.world = world;
        this.rule = rule;
        this.copier = copier;
        for (int i = 0; i < world.plan().nodes(); i++) {
            boolean other = world.plan().has(SimulatedFault.OTHER_LAYOUT) && world.oneIn(3);
            IdFormat format = world.plan().format();
            nodes.add(new SimulatedNode(
                    world, this, i, new HardwareClock(world, false), other ? format.other() : format));
        }
        shares.put(SimulatedFault.CRASH, 3);
        shares.put(SimulatedFault.CLOCK, 5);
        shares.put(SimulatedFault.PAUSE, 2);
        shares.put(SimulatedFault.PARTITION, 2);
        shares.put(SimulatedFault.CLONED, 3);
    }

    /** Runs the cluster under faults. */
    void run() {
        if (world.plan().aged()) {
            age();
        }
        nodes.forEach(SimulatedNode::start);
        breakLater();
        saveLater();
        world.runUntil(world.now() + Plan.LENGTH_NANOS);
        end();
    }

    /**
     * Runs after the faults: checks that each node that gets a worker id issues ids again, once clocks and network are
     * right.
     */
    void recover() {
        // A node that creates a lost record again begins far ahead of the store's clock; this happens once for each
        // record.
        int attempts = recoversAtOnce() ? 0 : world.plan().pool();
        calmDown();
        while (!startAll(attempts <= 0) && attempts > 0) {
            attempts--;
            calmDown();
        }
    }

    private boolean recoversAtOnce() {
        // If no node had an id before, the namespace is created now.
        return world.statistics().get(What.OPENED) > 0
                && !world.store().startsAhead()
                && Collections.disjoint(
                        world.plan().faults(),
                        EnumSet.of(
                                SimulatedFault.WIPED,
                                SimulatedFault.RECORD_LOST,
                                SimulatedFault.ROLLED_BACK,
                                SimulatedFault.RESTORED));
    }

    private boolean startAll(boolean judged) {
        boolean over = world.plan().format().endMillis() < world.store().clock().millis();
        boolean all = true;
        for (int i = 0; !over && i < Math.min(nodes.size(), world.plan().pool()); i++) {
            all &= nodes.get(i).recover(judged);
        }
        end();
        return all;
    }

    private void calmDown() {
        world.calm(6 * Plan.HOUR_MILLIS * World.MILLI);
        List<HardwareClock> clocks = new ArrayList<>(List.of(world.store().clock()));
        nodes.forEach(node -> clocks.add(node.clock()));
        // A clock that does not go back waits until it is right.
        clocks.forEach(HardwareClock::stop);
        long latest = clocks.stream().mapToLong(HardwareClock::millis).max().orElse(0);
        world.calm(Math.max(0, latest - world.trueMillis() + 1) * World.MILLI);
        clocks.forEach(HardwareClock::setRight);
    }

    IdSource open(SimulatedProcess process) {
        IdSource source = rule.open(process);
        opened(source);
        return source;
    }

    void opened(IdSource source) {
        opened.add(source);
    }

    /** A process creates the namespace, and six hours pass. */
    private void age() {
        world.calm(0);
        HardwareClock right = new HardwareClock(world, false);
        right.setRight();
        SimulatedProcess founder =
                new SimulatedProcess(world, 0, 0, right, nodes.get(0).process().format());
        try {
            IdSource source = rule.open(founder);
            source.close();
        } catch (IdException e) {
            world.trace("the namespace is new: %s", e);
        }
        founder.crash();
        world.store().ended(founder);
        world.calm(6 * Plan.HOUR_MILLIS * World.MILLI);
        world.trouble();
    }

    private void breakLater() {
        world.in(world.random().nextLong(2 * world.plan().faultEveryNanos()), () -> {
            breakSomething();
            breakLater();
        });
    }

    private void saveLater() {
        if (!world.plan().has(SimulatedFault.ROLLED_BACK) && !world.plan().has(SimulatedFault.RESTORED)) {
            return;
        }
        saved.add(world.store().save());
        world.atOnceIn(world.random().nextLong(World.SECOND), this::saveLater);
    }

    private void breakSomething() {
        List<SimulatedFault> choice = new ArrayList<>();
        for (SimulatedFault fault : world.plan().faults()) {
            for (int i = 0; i < shares.getOrDefault(fault, 1); i++) {
                choice.add(fault);
            }
        }
        if (!choice.isEmpty()) {
            breakSomething(
                    choice.get(world.random().nextInt(choice.size())),
                    nodes.get(world.random().nextInt(nodes.size())));
        }
    }

    private void breakSomething(SimulatedFault fault, SimulatedNode node) {
        long time = world.skewed(10 * world.plan().reservation().toNanos());
        switch (fault) {
            case CRASH -> {
                if (node.process().alive()) {
                    node.crash();
                }
            }
            case PAUSE -> node.process().pause(time);
            case CLOCK -> breakClock(node.clock());
            case PARTITION -> {
                if (world.oneIn(4)) {
                    for (int i = 0; i < nodes.size(); i++) {
                        world.network().cut(i, time);
                    }
                } else {
                    world.network().cut(node.process().node(), time);
                }
            }
            case SLOW_NETWORK -> world.network().slow(time);
            case CLONED -> copy(node);
            default -> breakStore(fault, node);
        }
    }

    private void breakClock(HardwareClock clock) {
        switch (world.random().nextInt(5)) {
            case 0, 1 -> clock.jump();
            case 2 -> clock.stop();
            case 3 -> clock.drift();
            default -> world.store().clock().jump();
        }
    }

    private void breakStore(SimulatedFault fault, SimulatedNode node) {
        switch (fault) {
            case WIPED -> {
                tell("the store is wiped", What.WIPED);
                world.store().wipe();
            }
            case RECORD_LOST -> {
                tell("a record is lost", What.RECORD_LOST);
                world.store().loseRecord(world.random());
            }
            case ROLLED_BACK -> {
                tell("the store goes back", What.ROLLED_BACK);
                world.store().restore(any(saved));
                if (!world.store().showsThatItWentBack()) {
                    world.judge().wentBackTo(world.store().bounds());
                }
            }
            case RESTORED -> {
                tell("an operator restores the store", What.RESTORED);
                for (SimulatedNode each : nodes) {
                    each.clock().setRight();
                    each.clock().steady();
                    each.stopUntil(world.judge().greatestBound());
                }
                world.store().restore(any(saved));
            }
            case POWER_LOST -> {
                tell("the power is lost", What.POWER_LOST);
                nodes.stream().filter(each -> each.process().alive()).forEach(SimulatedNode::crash);
                world.store().losePower();
            }
            case LOCK_DELETED -> {
                tell("a lock is deleted", What.LOCK_DELETED);
                world.store().deleteLock(node.process().node());
            }
            default -> {
                // The other faults happen in calls, or concern one node.
            }
        }
    }

    private void copy(SimulatedNode original) {
        if (copier == null || !original.canBeCopied()) {
            return;
        }
        world.statistics().count(What.CLONED);
        HardwareClock clock = world.oneIn(2) ? original.clock() : new HardwareClock(world, false);
        SimulatedNode copy = new SimulatedNode(
                world, this, nodes.size(), clock, original.process().format());
        nodes.add(copy);
        copy.startAsCopyOf(original, copier);
    }

    private void tell(String what, What counted) {
        world.trace("%s", what);
        world.statistics().count(counted);
    }

    private <T> T any(List<T> list) {
        return list.get(world.random().nextInt(list.size()));
    }

    /**
     * All processes crash. The generators are then closed: this sends nothing to the store, but removes them from this
     * JVM's registry.
     */
    private void end() {
        nodes.forEach(SimulatedNode::end);
        for (IdSource source : opened) {
            try {
                source.close();
            } catch (SimulatedProcess.Crash crash) {
                world.trace("end of a generator");
            }
        }
        opened.clear();
    }
}
