package io.distid.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class StripesTest {
    private final AtomicInteger made = new AtomicInteger();
    private final Stripes<Integer> stripes = new Stripes<>(made::incrementAndGet);

    @Test
    void threadHasAlwaysTheSameOfAFewValues() {
        int most = Runtime.getRuntime().availableProcessors() * 4;
        Set<Integer> seen = new HashSet<>();
        for (int i = 0; i < 10_000; i++) {
            Thread thread = new Thread(() -> {});
            Integer value = stripes.of(thread);
            assertThat(stripes.of(thread)).isSameAs(value);
            seen.add(value);
        }
        assertThat(seen).hasSize(made.get()).hasSizeBetween(2, most);
    }

    @Test
    void onlyValuesThatWereAskedForAreThere() {
        List<Integer> there = new ArrayList<>();
        stripes.forEach(there::add);
        assertThat(there).isEmpty();
        Integer mine = stripes.of(Thread.currentThread());
        stripes.forEach(there::add);
        assertThat(there).containsExactly(mine);
    }
}
