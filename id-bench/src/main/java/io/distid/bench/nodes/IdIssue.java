package io.distid.bench.nodes;

/** One issue of an id. Immutable. */
public record IdIssue(String id, ThreadFile file, long index, long returned) {
    String place() {
        return file.place(index);
    }
}
