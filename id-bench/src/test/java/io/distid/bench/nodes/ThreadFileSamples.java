package io.distid.bench.nodes;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes thread files whose right answers are known. */
final class ThreadFileSamples {
    private final Path folder;
    private final int width;
    private final List<ThreadFile> files = new ArrayList<>();

    ThreadFileSamples(Path folder) {
        this(folder, 1);
    }

    /** Of ids of so many words: a UUID is two, one after the other in its block. */
    ThreadFileSamples(Path folder, int width) {
        this.folder = folder;
        this.width = width;
    }

    /** Some ids of one call after the other, from one reading of the clock to another. */
    record Block(long began, long returned, long... ids) {}

    static Block block(long began, long returned, long... ids) {
        return new Block(began, returned, ids);
    }

    ThreadFileSamples file(int node, int thread, Block... blocks) throws IOException {
        Path path = folder.resolve("node-" + node + "-" + thread);
        try (ThreadFileWriter writer = new ThreadFileWriter(path)) {
            for (Block block : blocks) {
                writer.add(block.ids, block.ids.length, width, block.began, block.returned);
            }
        }
        files.add(new ThreadFile(path, node, thread));
        return this;
    }

    ThreadFiles of(int nodes) {
        return new ThreadFiles(files, nodes, width);
    }
}
