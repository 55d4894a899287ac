package io.distid.bench.documents;

import io.distid.IdTraits;
import io.distid.Ordering;
import java.time.Instant;
import java.time.ZoneOffset;

/** A strategy's claims in the words of docs/choose.md. */
record StrategyFacts(IdTraits traits) {
    private static final String SORTED = "sorts by time across";

    /** Its row in the table of all. */
    String row(String module) {
        return "| `" + traits.strategy() + "` | " + traits.bits() + " | " + order() + " | " + agrees() + " | " + ends()
                + " | " + rests() + " | [" + module + "](../" + module + "/README.md) |\n";
    }

    /** An order over all nodes is one by time. */
    private boolean sortsByTimeOnly() {
        return traits.timeSorted() && traits.ordering() != Ordering.GLOBAL;
    }

    private String order() {
        String order = switch (traits.ordering()) {
            case NONE -> "none";
            case PER_THREAD -> "increases per thread";
            case PER_GENERATOR -> "increases per generator";
            case GLOBAL -> "global";
        };
        return sortsByTimeOnly() ? order + ", " + SORTED : order;
    }

    private String agrees() {
        return switch (traits.coordination()) {
            case NONE -> "never";
            case AT_START -> "at start";
            case PER_BATCH -> "for each range";
            case PER_ID -> "for each id";
        };
    }

    private String ends() {
        Instant end = traits.endOfLife();
        return end == null ? "never" : "in " + end.atOffset(ZoneOffset.UTC).getYear();
    }

    private String rests() {
        return switch (traits.safety()) {
            case RANDOM -> "random bits";
            case STORED -> "its store";
            case CLOCK -> "the clock";
        };
    }
}
