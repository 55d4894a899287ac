package io.distid.bench.nodes;

import java.nio.file.Path;

/** The file with the ids of a thread of a node. Immutable. */
public record ThreadFile(Path path, int node, int thread) {
    /** The place of an id, such as {@code node 0, thread 1, call 17}. */
    String place(long index) {
        return "node " + node + ", thread " + thread + ", call " + (index + 1);
    }
}
