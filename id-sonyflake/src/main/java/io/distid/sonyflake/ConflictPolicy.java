package io.distid.sonyflake;

import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** What to do if the check finds the machine id in use. Immutable. */
public enum ConflictPolicy {
    /** Takes another id that the check grants as free, and logs it in a warning. */
    MOVE,
    /** Opens no generator: for fleets where a conflict means a wrong set-up. */
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
