package io.distid.snowflake.simulation;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** All of one world: its nodes, their store, and what befalls them. */
final class Fleet {
    final World world;
    final Ledger ledger;
    final Network network;
    final SlotStore store;
    /** What Leaf's nodes uploaded. */
    final Long[] uploads;

    private final Source.Rule rule;
    private final String lane;
    private final List<Node> nodes = new ArrayList<>();
    private final List<Source> opened = new ArrayList<>();
    private int namespaces;

    /**
     * A fleet at rest.
     *
     * @param lane a word of its own for each thread that runs fleets
     */
    Fleet(World world, Source.Rule rule, boolean forgetfulStore, String lane) {
        this.world = world;
        this.rule = rule;
        this.lane = lane;
        this.ledger = new Ledger(world);
        this.network = new Network(world);
        this.store = new SlotStore(world, forgetfulStore);
        this.uploads = new Long[world.plan.nodes()];
        Arrays.fill(uploads, Long.MIN_VALUE);
        for (int i = 0; i < world.plan.nodes(); i++) {
            nodes.add(new Node(world, this, i));
        }
    }

    /** Lives through the trouble. */
    void run() {
        nodes.forEach(Node::start);
        breakLater();
        world.runUntil(Plan.LENGTH_NANOS);
        end();
    }

    /** Of a fleet that was run: whether those who find an id issue again, once clocks and network are mended. */
    void recover() {
        world.calm(4 * Plan.HOUR_MILLIS * World.MILLI);
        store.clock().mend();
        boolean over = world.plan.formatEndsMillis() < store.clock().millis();
        for (int i = 0; !over && i < Math.min(nodes.size(), world.plan.pool()); i++) {
            nodes.get(i).clock.mend();
            nodes.get(i).recover();
        }
        end();
    }

    Source open(Life life) {
        Source source = rule.open(life, this);
        opened.add(source);
        return source;
    }

    String uniqueNamespace(Life life) {
        return "simulation-" + lane + "-" + life.name + "-" + ++namespaces;
    }

    private void breakLater() {
        world.in(world.random.nextLong(2 * world.plan.faultEveryNanos()), () -> {
            breakSomething(nodes.get(world.random.nextInt(nodes.size())));
            breakLater();
        });
    }

    private void breakSomething(Node node) {
        long reservation = world.plan.reservation().toNanos();
        long time = world.skewed(10 * reservation);
        switch (world.random.nextInt(12)) {
            case 0, 1, 2 -> {
                if (node.life().alive()) {
                    node.crash();
                }
            }
            case 3, 4 -> node.life().pause(time);
            case 5, 6 -> node.clock.jump();
            case 7 -> node.clock.stop();
            case 8 -> node.clock.drift();
            case 9 -> network.cut(world.random.nextInt(nodes.size()), time);
            case 10 -> network.slow(time);
            default -> {
                if (world.oneIn(2)) {
                    store.clock().jump();
                } else {
                    for (int i = 0; i < nodes.size(); i++) {
                        network.cut(i, time);
                    }
                }
            }
        }
    }

    /** The power goes off; closing what is left tells the store nothing, but leaves this process's own registry. */
    private void end() {
        nodes.forEach(node -> node.life().crash());
        for (Source source : opened) {
            try {
                source.close();
            } catch (Life.Crash crash) {
                world.trace("end of a generator");
            }
        }
        opened.clear();
    }
}
