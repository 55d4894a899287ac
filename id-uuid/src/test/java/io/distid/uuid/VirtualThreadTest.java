package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.UuidGenerator;
import io.distid.internal.thread.VirtualThreads;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;

class VirtualThreadTest {

    @Test
    void platformThreadIsNotTakenForAVirtualOne() {
        assertThat(VirtualThreads.isVirtual(Thread.currentThread())).isFalse();
    }

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void virtualThreadsShareSourcesAndRepeatNothing() throws Exception {
        Method start = Thread.class.getMethod("startVirtualThread", Runnable.class);
        Set<UUID> seen = ConcurrentHashMap.newKeySet();
        Set<Boolean> virtual = ConcurrentHashMap.newKeySet();
        AtomicInteger inversions = new AtomicInteger();
        int threads = 500;
        int each = 100;
        for (UuidGenerator ids : List.of(UuidV4.open(), UuidV7.open(), UuidV7.openPerThread(UuidClock.exact()))) {
            List<Thread> started = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                started.add((Thread) start.invoke(null, (Runnable) () -> {
                    virtual.add(VirtualThreads.isVirtual(Thread.currentThread()));
                    UUID last = Uuids.NIL;
                    long[] batch = new long[2 * each];
                    for (int id = 0; id < 2 * each; id++) {
                        if (id == each) {
                            ids.nextUuids(batch, 0, batch.length);
                        }
                        UUID next = id < each
                                ? ids.nextUuid()
                                : new UUID(batch[2 * (id - each)], batch[2 * (id - each) + 1]);
                        seen.add(next);
                        if (next.version() == 7 && Uuids.UNSIGNED.compare(last, next) >= 0) {
                            inversions.incrementAndGet();
                        }
                        last = next;
                    }
                }));
            }
            for (Thread thread : started) {
                thread.join();
            }
            ids.close();
        }
        assertThat(inversions).hasValue(0);
        assertThat(virtual).containsExactly(true);
        assertThat(seen).hasSize(3 * threads * 2 * each);
    }
}
