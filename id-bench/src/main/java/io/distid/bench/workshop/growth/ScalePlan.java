package io.distid.bench.workshop.growth;

import java.time.Duration;
import java.util.List;

/**
 * The sizes and times of measurements of growth. Immutable.
 *
 * @param tags numbers of open tags of one object
 * @param window the time of calls at each of these sizes
 * @param holders numbers of worker ids of one process
 * @param nodes numbers of worker ids with a source each, as for nodes
 * @param reservations the reservations of leases
 * @param namespace the size of the namespace that is filled to 1, 50 and 99 %; at least 100
 * @param leaseWindow the least time to watch leases. Nodes are watched six times as long, and each at least two thirds
 *     of the reservation
 * @param renewals renewals to watch, within half a minute: a few do not show the server's CPU
 */
public record ScalePlan(
        List<Integer> tags,
        Duration window,
        List<Integer> holders,
        List<Integer> nodes,
        List<Duration> reservations,
        int namespace,
        Duration leaseWindow,
        int renewals) {
    private static final Duration LONGEST = Duration.ofSeconds(30);

    /** Copies the lists. */
    public ScalePlan {
        tags = List.copyOf(tags);
        holders = List.copyOf(holders);
        nodes = List.copyOf(nodes);
        reservations = List.copyOf(reservations);
    }

    /** The sizes of a profile. */
    public static ScalePlan of(String profile) {
        return switch (profile) {
            // About two hours.
            case "full" ->
                new ScalePlan(
                        List.of(1, 100, 10_000, 100_000),
                        Duration.ofSeconds(2),
                        List.of(1, 10, 100, 1000, 10_000),
                        List.of(10, 50),
                        seconds(List.of(3, 10, 30, 60)),
                        1000,
                        Duration.ofSeconds(10),
                        500);
            // The shape of each curve, without its far end.
            case "quick" ->
                new ScalePlan(
                        List.of(1, 100, 10_000),
                        Duration.ofSeconds(1),
                        List.of(1, 10, 100, 1000),
                        List.of(50),
                        seconds(List.of(3)),
                        1000,
                        Duration.ofSeconds(5),
                        200);
            // Only shows that growth can be measured.
            default ->
                new ScalePlan(
                        List.of(1, 20),
                        Duration.ofMillis(100),
                        List.of(1, 10),
                        List.of(1, 2),
                        seconds(List.of(1)),
                        100,
                        Duration.ofMillis(500),
                        3);
        };
    }

    private static List<Duration> seconds(List<Integer> all) {
        return all.stream().map(Duration::ofSeconds).toList();
    }

    /** The same with other sizes of leases; an empty list keeps them, and 0 nodes are none. */
    public ScalePlan with(List<Integer> otherHolders, List<Integer> otherNodes, List<Integer> seconds) {
        return new ScalePlan(
                tags,
                window,
                otherHolders.isEmpty() ? holders : otherHolders,
                otherNodes.isEmpty()
                        ? nodes
                        : otherNodes.stream().filter(count -> count > 0).toList(),
                seconds.isEmpty() ? reservations : seconds(seconds),
                namespace,
                leaseWindow,
                renewals);
    }

    /** About how long both parts take: each size on five servers, with nodes watched longer. */
    Duration estimate() {
        return leaseWindow.multipliedBy(10L * reservations.size() * (holders.size() + 6 * nodes.size()));
    }

    /** How long so many leases of a reservation are watched. */
    Duration watch(Duration reservation, int count) {
        Duration enough = reservation.multipliedBy(renewals).dividedBy(3L * count);
        return longer(watch(reservation), enough.compareTo(LONGEST) < 0 ? enough : LONGEST);
    }

    /**
     * How long nodes are watched, and the server without them. It is long enough that the CPU clock's steps of 10 ms
     * matter little.
     */
    Duration watchNodes(Duration reservation) {
        return longer(leaseWindow.multipliedBy(6), reservation.multipliedBy(2).dividedBy(3));
    }

    /** How long a source without leases is watched. */
    Duration watch(Duration reservation) {
        return longer(leaseWindow, reservation.multipliedBy(2).dividedBy(3));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
