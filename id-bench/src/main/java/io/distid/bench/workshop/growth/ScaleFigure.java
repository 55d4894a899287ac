package io.distid.bench.workshop.growth;

import io.distid.bench.results.ScaleCurve.Unit;

/** The figures at each size of a part. */
enum ScaleFigure {
    TAG_HEAP(ScalePart.TAGS, "heap of a tag with two segments in hand", Unit.BYTES),
    TAG_OPENING(ScalePart.TAGS, "first id of a tag", Unit.NANOS),
    TAG_CALL(ScalePart.TAGS, "nextId of tags at random", Unit.NANOS),
    TAG_THREADS(ScalePart.TAGS, "threads that claim", Unit.COUNT),

    ACQUIRE_TIME(ScalePart.LEASES, "time to acquire one of many", Unit.NANOS),
    RENEWALS(ScalePart.LEASES, "renewals a second", Unit.PER_SECOND),
    RENEWAL_REQUESTS(ScalePart.LEASES, "requests for a renewal", Unit.COUNT),
    RENEWAL_CPU(ScalePart.LEASES, "CPU of the server for a renewal", Unit.NANOS),
    LATE(ScalePart.LEASES, "leases ever past their bound", Unit.COUNT),
    LEASE_THREADS(ScalePart.LEASES, "threads that renew", Unit.COUNT),
    FLEET_TIME(ScalePart.LEASES, "time of a tenth as many starts at once", Unit.NANOS),
    FLEET_FAILED(ScalePart.LEASES, "calls of a living generator that failed meanwhile", Unit.COUNT),
    FULL_TIME(ScalePart.LEASES, "time to acquire", Unit.NANOS, "percent of the namespace taken"),
    FULL_REQUESTS(ScalePart.LEASES, "requests to acquire", Unit.COUNT, "percent of the namespace taken");

    final ScalePart part;
    final String words;
    final Unit unit;
    final String grows;

    ScaleFigure(ScalePart part, String words, Unit unit) {
        this(part, words, unit, part == ScalePart.TAGS ? "tags" : "worker ids held");
    }

    ScaleFigure(ScalePart part, String words, Unit unit, String grows) {
        this.part = part;
        this.words = words;
        this.unit = unit;
        this.grows = grows;
    }
}
