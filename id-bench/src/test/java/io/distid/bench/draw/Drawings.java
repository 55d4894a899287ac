package io.distid.bench.draw;

import io.distid.Ordering;
import io.distid.bench.nodes.BlockSink;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Locale;

/** Files of drawn ids that hold what a test wants them to. */
public final class Drawings {
    /** 2026-11-22T00:00:00Z. */
    private static final long DAY = 1_795_305_600_000_000_000L;

    private Drawings() {}

    /** Numbers, in blocks of seven; call n of a node takes from n ms after midnight to half a ms later. */
    public static Path numbers(Path folder, DrawnFormat format, String node, long draw, long... ids)
            throws IOException {
        return write(folder, format, new DrawnHeader("test", node, Ordering.PER_GENERATOR, 1, draw, DAY), ids);
    }

    static Path write(Path folder, DrawnFormat format, DrawnHeader header, long... words) throws IOException {
        Path path = folder.resolve(header.node() + "." + format.name().toLowerCase(Locale.ROOT));
        try (BlockSink file = format.open(path, header)) {
            int block = 7 * header.width();
            for (int from = 0; from < words.length; from += block) {
                int length = Math.min(block, words.length - from);
                long[] part = new long[length];
                System.arraycopy(words, from, part, 0, length);
                long call = from / header.width();
                file.add(part, length, header.width(), call * 1_000_000, call * 1_000_000 + 500_000);
            }
        }
        return path;
    }
}
