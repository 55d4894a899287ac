package io.distid.bench.migration;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.function.LongSupplier;

/** All ids of a switch, those of the old library and ours, in the order of issue. */
final class IssuedIds {
    private final Set<Long> all = new HashSet<>();
    private final List<Long> repeated = new ArrayList<>();
    private long highest;

    /** Takes ids from each node in turn, so that they share ticks. */
    void draw(int rounds, Collection<? extends LongSupplier> nodes) {
        for (int round = 0; round < rounds; round++) {
            nodes.forEach(this::draw);
        }
    }

    long draw(LongSupplier node) {
        long id = node.getAsLong();
        if (!all.add(id)) {
            repeated.add(id);
        }
        highest = Math.max(highest, id);
        return id;
    }

    long highest() {
        return highest;
    }

    void shouldAllDiffer() {
        assertThat(repeated).as("repeated of %,d", all.size()).isEmpty();
    }
}
