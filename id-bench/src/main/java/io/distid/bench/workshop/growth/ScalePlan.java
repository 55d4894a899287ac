package io.distid.bench.workshop.growth;

import java.time.Duration;
import java.util.List;

/**
 * At which sizes and how long growth is measured. Immutable.
 *
 * @param tags how many tags one object has open
 * @param window how long calls are counted at each of those sizes
 * @param holders how many worker ids one process holds
 * @param nodes how many of them are held through a source each, as by so many nodes
 * @param reservations how far ahead each of them reserves ticks
 * @param namespace how many worker ids the namespace has in which one more is acquired when it is 1, 50 and 99 % full; at least 100
 * @param leaseWindow how long leases are watched at least, those of nodes six times that, or two thirds of their reservation if that is longer
 * @param renewals so many renewals are watched, if that takes no longer than half a minute: of a few the server's CPU cannot be told
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

    /** Shows that it runs. */
    static final ScalePlan TINY = new ScalePlan(
            List.of(1, 20),
            Duration.ofMillis(100),
            List.of(1, 10),
            List.of(1, 2),
            List.of(Duration.ofSeconds(1)),
            100,
            Duration.ofMillis(500),
            3);

    /** The shape of each curve, without its far end. */
    static final ScalePlan QUICK = new ScalePlan(
            List.of(1, 100, 10_000),
            Duration.ofSeconds(1),
            List.of(1, 10, 100, 1000),
            List.of(50),
            List.of(Duration.ofSeconds(3)),
            1000,
            Duration.ofSeconds(5),
            200);

    /** All of it: some two hours. */
    static final ScalePlan FULL = new ScalePlan(
            List.of(1, 100, 10_000, 100_000),
            Duration.ofSeconds(2),
            List.of(1, 10, 100, 1000, 10_000),
            List.of(10, 50),
            List.of(Duration.ofSeconds(3), Duration.ofSeconds(10), Duration.ofSeconds(30), Duration.ofSeconds(60)),
            1000,
            Duration.ofSeconds(10),
            500);

    /** Copies the lists. */
    public ScalePlan {
        tags = List.copyOf(tags);
        holders = List.copyOf(holders);
        nodes = List.copyOf(nodes);
        reservations = List.copyOf(reservations);
    }

    /** The sizes of a profile: {@link #TINY}, {@link #QUICK} or {@link #FULL}. */
    public static ScalePlan of(String profile) {
        return switch (profile) {
            case "full" -> FULL;
            case "quick" -> QUICK;
            default -> TINY;
        };
    }

    /** How long so many leases of a reservation are watched. */
    Duration watch(Duration reservation, int count) {
        Duration enough = reservation.multipliedBy(renewals).dividedBy(3L * count);
        return longer(watch(reservation), enough.compareTo(LONGEST) < 0 ? enough : LONGEST);
    }

    /** How long nodes are watched, and the server without them: so long that the steps of 10 ms in which its CPU is read matter little. */
    Duration watchNodes(Duration reservation) {
        return longer(leaseWindow.multipliedBy(6), reservation.multipliedBy(2).dividedBy(3));
    }

    /** How long a source is watched that holds nothing. */
    Duration watch(Duration reservation) {
        return longer(leaseWindow, reservation.multipliedBy(2).dividedBy(3));
    }

    private static Duration longer(Duration one, Duration other) {
        return one.compareTo(other) > 0 ? one : other;
    }
}
