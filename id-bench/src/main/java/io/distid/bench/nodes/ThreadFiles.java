package io.distid.bench.nodes;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.UUID;

/** All recordings of one subject. Immutable. */
public record ThreadFiles(List<ThreadFile> all, int nodes, int width) {
    /** Copies the list. */
    public ThreadFiles {
        all = List.copyOf(all);
    }

    /** The largest size of the files, which fast calls reach: they fill whole blocks. */
    long mostIds() {
        long bytes =
                all.stream().mapToLong(file -> file.path().toFile().length()).sum();
        return Math.max(1, bytes / (Long.BYTES * width));
    }

    String text(long high, long low) {
        return width == 2 ? new UUID(high, low).toString() : Long.toString(low);
    }

    /** The first two issues of an id, the earlier first. */
    List<IdIssue> firstTwo(long high, long low) throws IOException {
        return issues(high, low, Integer.MAX_VALUE).stream()
                .sorted(Comparator.comparingLong(IdIssue::returned))
                .limit(2)
                .toList();
    }

    /** The first issues of an id, found by reading all files again. */
    List<IdIssue> issues(long high, long low, int most) throws IOException {
        List<IdIssue> issues = new ArrayList<>();
        for (ThreadFile file : all) {
            try (ThreadFileReader reader = new ThreadFileReader(file.path(), width)) {
                for (long first = 0; issues.size() < most && reader.next(); first += reader.count()) {
                    for (int i = 0; i < reader.count(); i++) {
                        if (reader.low(i) == low && reader.high(i) == high) {
                            issues.add(new IdIssue(text(high, low), file, first + i, reader.returned()));
                        }
                    }
                }
            }
        }
        return issues;
    }
}
