package io.distid.snowflake.simulation;

import io.distid.ClockBehindException;
import io.distid.IdException;
import io.distid.IdsExhaustedException;
import io.distid.LeaseLostException;
import io.distid.snowflake.simulation.Statistics.What;
import org.jspecify.annotations.Nullable;

/** A node: its callers ask for ids, it opens and closes its generator, it crashes and starts again. */
final class Node {
    private static final int CALLERS = 2;

    final HardwareClock clock;
    private final World world;
    private final Fleet fleet;
    private final int index;
    private final long pace;
    private int lives;
    private Life life;
    private boolean opening;
    private @Nullable Open open;

    /** A generator as its callers see it. */
    private static final class Open {
        final Source source;
        final int holder;
        long greatest;

        Open(Source source, int holder) {
            this.source = source;
            this.holder = holder;
        }
    }

    Node(World world, Fleet fleet, int index) {
        this.world = world;
        this.fleet = fleet;
        this.index = index;
        this.clock = new HardwareClock(world);
        this.pace = 200 * World.MILLI + world.skewed(5 * World.SECOND);
        this.life = new Life(world, index, lives, clock);
    }

    Life life() {
        return life;
    }

    void start() {
        life = new Life(world, index, ++lives, clock);
        opening = false;
        open = null;
        for (int caller = 0; caller < CALLERS; caller++) {
            callLater(life, caller);
        }
    }

    void crash() {
        world.trace("%s crashes", life.name);
        life.crash();
        world.in(world.skewed(4 * World.SECOND), this::start);
    }

    /** What a caller sees once all is well again. */
    void recover() {
        life = new Life(world, index, ++lives, clock);
        try {
            Open opened = open();
            int drawn = 0;
            for (int tries = 0; drawn < 3 && tries < 10; tries++) {
                try {
                    draw(opened, 1);
                    drawn++;
                } catch (ClockBehindException e) {
                    // A rule that hardly waits, and ticks that are long: callers try again.
                    life.elapse(world.plan.layout().tick().toNanos());
                }
            }
            if (drawn == 3) {
                world.statistics.count(What.RECOVERED);
            } else {
                fleet.ledger.violated(life.name + " issues nothing though all is well");
            }
        } catch (RuntimeException e) {
            fleet.ledger.violated(life.name + " does not recover: " + e);
        }
    }

    private void callLater(Life caller, int number) {
        world.in(world.skewed(2 * pace), () -> {
            boolean well = true;
            try {
                if (caller.running()) {
                    well = call(number);
                } else if (caller.alive()) {
                    world.in(caller.pausedUntil() - world.now(), () -> callLater(caller, number));
                    return;
                }
            } catch (Life.Crash crash) {
                world.trace("%s was crashed in a call", caller.name);
            }
            if (caller.alive()) {
                // Whoever failed takes a moment before the next attempt.
                world.in(well ? 0 : world.skewed(2 * World.SECOND), () -> callLater(caller, number));
            }
        });
    }

    private boolean call(int number) {
        Open current = open;
        try {
            if (current == null) {
                if (number == 0 && !opening) {
                    open();
                }
            } else if (number == 0 && world.oneIn(20)) {
                world.trace("%s closes", life.name);
                world.statistics.count(What.CLOSED);
                close(current);
            } else {
                drawSome(current);
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

    private Open open() {
        opening = true;
        try {
            Source source = fleet.open(life);
            Open opened = new Open(source, fleet.ledger.holder(life.name));
            open = opened;
            world.statistics.count(What.OPENED);
            return opened;
        } finally {
            opening = false;
        }
    }

    private void failed(IdException e, @Nullable Open current) {
        world.trace("%s: %s", life.name, e);
        if (e instanceof ClockBehindException) {
            world.statistics.count(What.CLOCK_BEHIND);
        } else if (e instanceof LeaseLostException) {
            world.statistics.count(What.LEASE_LOST);
            if (current != null && current == open && current.source.lost()) {
                close(current);
            }
        } else if (e instanceof IdsExhaustedException && current != null) {
            world.statistics.count(What.FORMAT_ENDED);
        }
    }

    private void close(Open current) {
        open = null;
        try {
            current.source.close();
        } catch (IdException e) {
            world.trace("%s could not give its id back: %s", life.name, e);
        }
    }

    private int batch() {
        return 1
                + (int) world.skewed(Math.min(
                        world.oneIn(20) ? 3_000 : 100, 3 << world.plan.layout().sequenceBits()));
    }

    private void drawSome(Open from) {
        if (world.oneIn(5)) {
            draw(from, batch());
            return;
        }
        for (int calls = 1 + world.random.nextInt(4); calls > 0; calls--) {
            draw(from, 1);
        }
    }

    private void draw(Open from, int count) {
        long before = from.greatest;
        long outer = life.latestReading();
        Life caller = life;
        caller.latestReading(Long.MIN_VALUE);
        try {
            long[] ids = new long[count];
            if (count == 1) {
                ids[0] = from.source.next();
            } else {
                from.source.next(ids);
            }
            for (long id : ids) {
                fleet.ledger.issued(from.holder, from.source, id, before, caller.latestReading());
                before = Math.max(before, id);
            }
            from.greatest = Math.max(from.greatest, before);
        } finally {
            caller.latestReading(outer);
        }
    }
}
