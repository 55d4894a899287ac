package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.distid.UuidGenerator;
import java.lang.management.ManagementFactory;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

class ThreadOrderTest {

    @Test
    void idsOfAPoolsThreadIncreaseThoughItsThreadLocalsAreCleared() {
        Map<Thread, UUID> last = new HashMap<>();
        long[] batch = new long[8];
        try (UuidGenerator ids = UuidV7.openPerThread(UuidClock.exact())) {
            new ClearedThreadLocals(100).during(() -> {
                ids.nextUuids(batch, 0, batch.length);
                for (int at = 0; at < batch.length; at += 2) {
                    assertAboveLast(last, new UUID(batch[at], batch[at + 1]));
                }
                assertAboveLast(last, ids.nextUuid());
            });
        }
    }

    @Test
    void aBatchAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        long[] batch = new long[2_048];
        for (UuidGenerator ids : new UuidGenerator[] {
            UuidV7.openPerThread(UuidClock.exact()), UuidV7.open(), UuidV4.open(), UuidV6.open()
        }) {
            draw(ids, batch);
            // A slow draw reads words of the system, and new keys, and these are allocated: up to five measurements.
            double bytes = Double.MAX_VALUE;
            for (int i = 0; i < 5 && bytes >= 0.1; i++) {
                long before = threads.getCurrentThreadAllocatedBytes();
                draw(ids, batch);
                bytes = Math.min(bytes, (threads.getCurrentThreadAllocatedBytes() - before) / 1_024_000.0);
            }
            ids.close();
            assertThat(bytes).as("bytes per id of " + ids.traits().strategy()).isLessThan(0.1);
        }
    }

    private static void draw(UuidGenerator ids, long[] batch) {
        for (int i = 0; i < 1_000; i++) {
            ids.nextUuids(batch, 0, batch.length);
        }
    }

    private static void assertAboveLast(Map<Thread, UUID> last, UUID next) {
        UUID before = last.put(Thread.currentThread(), next);
        if (before != null) {
            assertThat(next).usingComparator(Uuids.UNSIGNED).isGreaterThan(before);
        }
    }
}
