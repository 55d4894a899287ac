package io.distid.bench.faults.node;

import io.distid.bench.nodes.ThreadFileReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** Looks for times without ids. Stateless. */
public final class Gaps {
    private Gaps() {}

    /**
     * The longest time between two ids of one node.
     *
     * @param files of its processes, one after the other
     * @param width words of an id
     * @param until when the last of them was watched no longer, or was ended, by {@code System.nanoTime()}
     * @return in ns; 0 if there is no id
     */
    public static long longest(List<Path> files, int width, long until) throws IOException {
        boolean any = false;
        long last = 0;
        long longest = 0;
        for (Path file : files) {
            try (ThreadFileReader reader = new ThreadFileReader(file, width)) {
                while (reader.next()) {
                    longest = any ? Math.max(longest, reader.returned() - last) : longest;
                    last = any ? Math.max(last, reader.returned()) : reader.returned();
                    any = true;
                }
            }
        }
        return any ? Math.max(longest, until - last) : 0;
    }
}
