package io.distid.bench.draw;

import io.distid.IdGenerator;
import io.distid.bench.nodes.BlockSink;
import io.distid.bench.nodes.IdDrawer;
import io.distid.bench.results.LeastIds;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.regex.Pattern;

/**
 * One node that draws ids into a file. Immutable.
 *
 * @param strategy whose ids they are
 * @param node who draws them, as the file names it
 * @param path the file, which must not be there
 * @param format of the file
 */
public record Draw(String strategy, String node, Path path, DrawnFormat format) {
    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9._-]{1,63}");

    /** Checks what becomes a field of CSV. */
    public Draw {
        if (!NODE.matcher(node).matches()) {
            throw new IllegalArgumentException(
                    "--node is \"" + node + "\": must be 1 to 63 letters, digits, dots, hyphens or underscores");
        }
    }

    /**
     * Draws ids flat out by one thread, until there are enough or time is up.
     *
     * @param generator of the strategy
     * @param most how many ids at most
     * @param time the longest that it goes on
     * @return how many were drawn
     * @throws IOException if the file is there already or cannot be written
     * @throws io.distid.IdException if the generator fails; the file is whole, and holds what was drawn before, or is removed if that is nothing
     */
    public long run(IdGenerator generator, long most, Duration time) throws IOException {
        IdDrawer drawer = new IdDrawer(generator);
        DrawnHeader header = new DrawnHeader(
                strategy,
                node,
                generator.traits().ordering(),
                IdDrawer.width(generator),
                new SecureRandom().nextLong(),
                shift(Instant.now(), System.nanoTime()));
        BlockSink file = format.open(path, header);
        try (file) {
            drawer.draw(file, LeastIds.PER_NODE, most, System.nanoTime() + time.toNanos());
        } finally {
            if (drawer.drawn() == 0) {
                Files.deleteIfExists(path);
            }
        }
        return drawer.drawn();
    }

    /** What makes a reading of {@code System.nanoTime()} a time since 1970. */
    private static long shift(Instant now, long nanoTime) {
        return Duration.between(Instant.EPOCH, now).toNanos() - nanoTime;
    }
}
