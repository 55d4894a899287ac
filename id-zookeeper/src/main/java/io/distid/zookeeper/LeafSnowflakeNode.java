package io.distid.zookeeper;

import io.distid.worker.WorkerRequest;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * The name of a node below {@code forever}: {@code <ip>:<port>-<number>}, where ZooKeeper chose the number of ten
 * digits.
 *
 * <p>The number follows the last hyphen of the last path element, since names and hosts may hold hyphens, too.
 *
 * @param address {@code ip:port} of the process that the number belongs to
 * @param number the worker id
 */
record LeafSnowflakeNode(String address, int number) {
    private static final Pattern NAME = Pattern.compile("(.+:\\d{1,5})-(\\d{10})");

    /** Parses a name or a path; null if Leaf could not have created it. */
    static @Nullable LeafSnowflakeNode parse(String path) {
        Matcher matcher = NAME.matcher(path.substring(path.lastIndexOf('/') + 1));
        if (!matcher.matches()) {
            return null;
        }
        long number = Long.parseLong(matcher.group(2));
        return number > Integer.MAX_VALUE ? null : new LeafSnowflakeNode(matcher.group(1), (int) number);
    }

    /** Whether the number is in the requested range. */
    boolean isWithin(WorkerRequest request) {
        return number >= request.firstId() && number <= request.lastId();
    }

    /** The last path element. */
    String name() {
        return address + String.format(Locale.ROOT, "-%010d", number);
    }
}
