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

/** A node that writes its ids to a file, which must not exist; {@code node}: its name there. Immutable. */
public record Draw(String strategy, String node, Path path, DrawnFormat format) {
    private static final Pattern NODE = Pattern.compile("[A-Za-z0-9._-]{1,63}");

    /** Checks a value that becomes a field of CSV. */
    public Draw {
        if (!NODE.matcher(node).matches()) {
            throw new IllegalArgumentException(
                    "--node is \"" + node + "\": must be 1 to 63 letters, digits, dots, hyphens or underscores");
        }
    }

    /**
     * Issues ids at full speed by one thread, until there are enough or time is up, and returns their number.
     *
     * @throws IOException if the file exists or cannot be written
     * @throws io.distid.IdException if the generator fails; the file is complete and has the ids before, or is removed
     *     if there are none
     */
    public long run(IdGenerator generator, long most, Duration time) throws IOException {
        IdDrawer drawer = new IdDrawer(generator, 0);
        // From a reading of System.nanoTime() to a time since 1970.
        long shift = Duration.between(Instant.EPOCH, Instant.now()).toNanos() - System.nanoTime();
        DrawnHeader header = new DrawnHeader(
                strategy,
                node,
                generator.traits().ordering(),
                IdDrawer.width(generator),
                new SecureRandom().nextLong(),
                shift);
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
}
