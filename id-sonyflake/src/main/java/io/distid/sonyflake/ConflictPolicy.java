package io.distid.sonyflake;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What becomes of a machine id that the check finds in use. Immutable. */
public enum ConflictPolicy {
    /** Another id, one that the check grants as free, is taken instead; a warning says which. */
    MOVE,
    /** No generator is opened: for fleets in which a conflict means that something is set up wrong. */
    REFUSE;

    static List<String> names() {
        return Arrays.stream(values())
                .map(conflict -> conflict.name().toLowerCase(Locale.ROOT))
                .toList();
    }

    static ConflictPolicy named(String name) {
        return valueOf(name.toUpperCase(Locale.ROOT));
    }
}
