package io.distid.bench.faults;

import io.distid.bench.results.FaultPlan;
import io.distid.testservers.LossyLink;
import java.time.Duration;
import java.util.function.Consumer;
import java.util.function.ToLongFunction;

/** The network between nodes and their server fails for a while. */
final class NetworkOutage implements StoreFault {
    private static final Duration EACH_WAY = Duration.ofMillis(200);

    static final Fault CUT = new NetworkOutage(
            "network-cut",
            "Connections to the server are cut, and new ones at once, for 10 s (tiny: 3 s).",
            "is cut",
            LossyLink::refuse,
            LossyLink::pass,
            LossyLink::connectionsCut,
            "connections were cut");

    static final Fault HOLE = new NetworkOutage(
            "network-hole",
            "Nothing comes through to the server or back for 10 s (tiny: 3 s), and connections stay; what was sent arrives afterwards.",
            "passes nothing on",
            LossyLink::hold,
            LossyLink::pass,
            LossyLink::held,
            "times something was sent and did not arrive");

    static final Fault SLOW = new NetworkOutage(
            "network-slow",
            "All that is sent takes 200 ms longer each way for 10 s (tiny: 3 s).",
            "is slow",
            link -> link.delay(EACH_WAY),
            link -> link.delay(Duration.ZERO),
            LossyLink::delayed,
            "times something that was sent took 200 ms longer");

    private final String name;
    private final String sentence;
    private final String event;
    private final Consumer<LossyLink> begin;
    private final Consumer<LossyLink> end;
    private final ToLongFunction<LossyLink> count;
    private final String counted;

    private NetworkOutage(
            String name,
            String sentence,
            String event,
            Consumer<LossyLink> begin,
            Consumer<LossyLink> end,
            ToLongFunction<LossyLink> count,
            String counted) {
        this.name = name;
        this.sentence = sentence;
        this.event = event;
        this.begin = begin;
        this.end = end;
        this.count = count;
        this.counted = counted;
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public String sentence() {
        return sentence;
    }

    @Override
    public Duration lasts(FaultTiming timing) {
        return timing.outage();
    }

    @Override
    public Proof inject(Fleet fleet, FaultPlan plan) throws InterruptedException {
        fleet.running(2, plan);
        LossyLink link = fleet.store().link();
        begin.accept(link);
        fleet.tell("the network " + event);
        fleet.pause(fleet.timing().outage());
        long times = count.applyAsLong(link);
        end.accept(link);
        fleet.tell("the network works again");
        return new Proof(times > 0, times + " " + counted);
    }
}
