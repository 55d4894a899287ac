package io.distid.bench.verify;

import io.distid.Ordering;
import io.distid.bench.draw.DrawnHeader;
import io.distid.bench.nodes.ThreadFileReader;
import io.distid.bench.progress.Steps;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.Optional;

/** Ids that {@code draw} has written, with a header. The file must be complete: a missing id may be a repeat. */
final class DrawnIds extends IdReader {
    private final DrawnHeader header;
    private final ThreadFileReader blocks;
    private final Steps steps;
    private final double bytes;
    private int index = -1;
    private int inBlock;
    private boolean ended;

    DrawnIds(String name, Path path, DrawnHeader header, Steps steps) throws IOException {
        super(name);
        this.width = header.width();
        this.header = header;
        this.steps = steps;
        this.bytes = Math.max(1, Files.size(path));
        this.blocks = ThreadFileReader.behind(path, header.width(), DrawnHeader.LENGTH);
    }

    /**
     * The header of a file; empty for another file, and for a file that cannot be read twice. Throws {@link
     * BadInputException} if the file has another version or is damaged.
     */
    static Optional<DrawnHeader> header(String name, Path path) throws IOException {
        if (!Files.isRegularFile(path)) {
            return Optional.empty();
        }
        byte[] head;
        try (InputStream in = Files.newInputStream(path)) {
            head = in.readNBytes(DrawnHeader.LENGTH);
        }
        try {
            return DrawnHeader.begins(head) ? Optional.of(DrawnHeader.of(head)) : Optional.empty();
        } catch (IllegalArgumentException e) {
            throw new BadInputException(name + " " + e.getMessage());
        }
    }

    /** When a call had returned, by the clock of its node. */
    static Instant returned(Path path, DrawnHeader header, long call) throws IOException {
        try (ThreadFileReader blocks = ThreadFileReader.behind(path, header.width(), DrawnHeader.LENGTH)) {
            long ids = 0;
            while (blocks.next() && blocks.count() > 0) {
                ids += blocks.count();
                if (ids > call) {
                    return Instant.EPOCH.plusNanos(blocks.returned() + header.clockShift());
                }
            }
        }
        throw new IOException(path + " has no call " + (call + 1));
    }

    @Override
    boolean next() throws IOException {
        if (ended || ++index == inBlock && !nextBlock()) {
            ended = true;
            return false;
        }
        set(blocks.high(index), blocks.low(index));
        return true;
    }

    private boolean nextBlock() throws IOException {
        if (!hasBlock()) {
            throw new BadInputException(name + " has no mark of its end after id " + count
                    + ": its draw was cut short, or the copy is not whole");
        }
        index = 0;
        inBlock = blocks.count();
        steps.at(Math.min(1, (DrawnHeader.LENGTH + 8.0 * width * count) / bytes));
        if (inBlock == 0 && (blocks.began() != count || hasBlock())) {
            throw new BadInputException(name + " is damaged: its end counts " + blocks.began() + " ids, and there are "
                    + count + " before");
        }
        return inBlock > 0;
    }

    private boolean hasBlock() throws IOException {
        try {
            return blocks.next();
        } catch (IOException e) {
            throw new BadInputException(name + " is damaged after id " + count + ": the copy is not whole");
        }
    }

    @Override
    boolean isOrdered() {
        return header.ordering() != Ordering.NONE;
    }

    @Override
    public void close() throws IOException {
        blocks.close();
    }
}
