package io.distid.testkit.simulation;

import io.distid.ClockBehindException;
import io.distid.ConfigException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.testkit.simulation.Statistics.What;
import org.jspecify.annotations.Nullable;

/** A node. Its callers ask for ids, it opens and closes its generator, and it crashes and starts again. */
final class SimulatedNode {
    private static final int CALLERS = 2;

    private final HardwareClock clock;
    private final World world;
    private final Cluster cluster;
    private final int index;
    private final IdFormat format;
    private final long pace;
    private int processes;
    private long notBefore = Long.MIN_VALUE;
    private SimulatedProcess process;
    private boolean opening;
    private @Nullable OpenGenerator open;

    SimulatedNode(World world, Cluster cluster, int index, HardwareClock clock, IdFormat format) {
        this.world = world;
        this.cluster = cluster;
        this.index = index;
        this.clock = clock;
        this.format = format;
        this.pace = 200 * World.MILLI + world.skewed(5 * World.SECOND);
        this.process = new SimulatedProcess(world, index, processes, clock, format);
    }

    SimulatedProcess process() {
        return process;
    }

    HardwareClock clock() {
        return clock;
    }

    void start() {
        begin();
        callersBegin();
    }

    /** Crashes, and starts again soon. */
    void crash() {
        end();
        startLater(world.skewed(4 * World.SECOND));
    }

    /** Crashes, and starts again when the clock shows a later time. */
    void stopUntil(long millis) {
        notBefore = Math.max(notBefore, millis);
        if (process.alive()) {
            crash();
        }
    }

    /** Ends for good. */
    void end() {
        if (process.alive()) {
            world.trace("%s crashes", process.name());
            process.crash();
            world.store().ended(process);
        }
    }

    /** Whether its process can be copied: it has a generator, and no call under way, since no stack can be copied. */
    boolean canBeCopied() {
        OpenGenerator current = open;
        return current != null
                && process.running()
                && !process.waiting()
                && current.source().workers() != null
                && !current.lost();
    }

    /** Starts as a copy of another node's process. */
    void startAsCopyOf(SimulatedNode original, ProcessCopier copier) {
        begin();
        OpenGenerator from = original.open;
        if (from == null) {
            throw new IllegalStateException("nothing to copy");
        }
        IdSource source = copier.copy(from.source(), original.process, process);
        world.store().copied(original.process, process);
        SimulatedWorkerIds workers = source.workers();
        if (workers == null) {
            throw new IllegalStateException("nothing to renew");
        }
        int holder = world.judge().copy(from.holder(), process, workers.lease());
        workers.holder(holder);
        world.judge().begins(holder, process, workers.lease());
        open = new OpenGenerator(process, source, holder, from.greatest());
        cluster.opened(source);
        workers.resumeIn(world.random().nextLong(world.plan().reservation().toNanos() / 3));
        world.trace("%s is a copy of %s", process.name(), original.process.name());
        callersBegin();
    }

    /** Asks for ids as a caller does once the faults have ended. */
    boolean recover(boolean judged) {
        begin();
        String failure = firstIds();
        if (failure == null) {
            world.statistics().count(What.RECOVERED);
        } else if (judged) {
            world.judge().stalled(process.name() + " does not recover: " + failure);
        }
        return failure == null;
    }

    /** Asks for some ids; counts the reason if none come. */
    private @Nullable String firstIds() {
        try {
            OpenGenerator opened = open();
            int drawn = 0;
            IdException last = null;
            for (int tries = 0; drawn < 3 && tries < 20 && !opened.lost(); tries++) {
                try {
                    opened.draw(1);
                    drawn++;
                } catch (ClockBehindException | LeaseLostException e) {
                    // The rule hardly waits, ticks are long, or the bound was not moved yet, so callers try again.
                    last = e;
                    process.elapse(Math.max(
                            format.tick().toNanos(), world.plan().reservation().toNanos() / 5));
                }
            }
            return drawn == 3 ? null : "it issues nothing although no fault is left: " + last;
        } catch (ConfigException e) {
            return world.plan().has(SimulatedFault.OTHER_LAYOUT) ? null : e.toString();
        } catch (RuntimeException e) {
            return e.toString();
        }
    }

    private void begin() {
        process = new SimulatedProcess(world, index, ++processes, clock, format);
        opening = false;
        open = null;
    }

    private void callersBegin() {
        for (int caller = 0; caller < CALLERS; caller++) {
            callLater(process, caller);
        }
    }

    private void startLater(long nanos) {
        world.in(nanos, () -> {
            if (clock.millis() > notBefore) {
                start();
            } else {
                startLater(10 * World.MILLI + world.skewed(World.SECOND));
            }
        });
    }

    private void callLater(SimulatedProcess caller, int number) {
        world.in(world.skewed(2 * pace), () -> {
            boolean well = true;
            try {
                if (caller.running()) {
                    well = call(number);
                } else if (caller.alive()) {
                    world.in(caller.pausedUntil() - world.now(), () -> callLater(caller, number));
                    return;
                }
            } catch (SimulatedProcess.Crash crash) {
                world.trace("%s was crashed in a call", caller.name());
            }
            if (caller.alive()) {
                // A caller whose attempt failed waits a moment before the next.
                world.in(well ? 0 : world.skewed(2 * World.SECOND), () -> callLater(caller, number));
            }
        });
    }

    private boolean call(int number) {
        OpenGenerator current = open;
        try {
            if (current == null) {
                if (number == 0 && !opening) {
                    open();
                }
            } else if (number == 0 && world.oneIn(20)) {
                close(current);
            } else {
                current.drawSome();
            }
            return true;
        } catch (IdException e) {
            failed(e, current);
            return false;
        } catch (IllegalStateException e) {
            if (current != null && current == open) {
                throw e;
            }
            return false;
        }
    }

    private OpenGenerator open() {
        opening = true;
        SimulatedProcess opener = process;
        try {
            IdSource source = cluster.open(opener);
            int holder = world.judge().holder(opener);
            SimulatedWorkerIds workers = source.workers();
            if (workers != null) {
                workers.holder(holder);
                world.judge().begins(holder, opener, workers.lease());
                if (workers.lease().stampedUntil() != Long.MIN_VALUE) {
                    world.statistics().count(What.TAKEN_OVER);
                }
            }
            OpenGenerator opened = new OpenGenerator(opener, source, holder, Long.MIN_VALUE);
            open = opened;
            world.statistics().count(What.OPENED);
            return opened;
        } catch (IdException e) {
            world.statistics().count(What.NOT_OPENED);
            throw e;
        } finally {
            opening = false;
        }
    }

    private void failed(IdException e, @Nullable OpenGenerator current) {
        world.trace("%s: %s", process.name(), e);
        if (e instanceof ClockBehindException) {
            world.statistics().count(What.CLOCK_BEHIND);
        } else if (e instanceof LeaseLostException) {
            world.statistics().count(What.LEASE_LOST);
            if (current != null && current == open && current.lost()) {
                close(current);
            }
        } else if (e instanceof IdsExhaustedException && current != null) {
            world.statistics().count(What.FORMAT_ENDED);
        } else if (e instanceof ConfigException && world.plan().has(SimulatedFault.OTHER_LAYOUT)) {
            world.statistics().count(What.LAYOUT_REFUSED);
        }
    }

    private void close(OpenGenerator current) {
        if (current.renewing()) {
            return;
        }
        world.trace("%s closes", process.name());
        world.statistics().count(What.CLOSED);
        open = null;
        world.judge().end(current.holder());
        try {
            current.source().close();
        } catch (IdException e) {
            world.trace("%s could not give its id back: %s", process.name(), e);
        }
    }
}
