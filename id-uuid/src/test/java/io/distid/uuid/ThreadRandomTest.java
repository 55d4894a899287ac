package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.Eventually;
import java.lang.ref.WeakReference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ThreadRandomTest {
    private final ThreadRandom random = ThreadRandom.open(false);

    @Test
    void noTwoThreadsDrawOneWord() throws Exception {
        int threads = 4;
        int each = 200_000;
        CyclicBarrier start = new CyclicBarrier(threads);
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        try {
            List<Future<long[]>> drawn = new ArrayList<>();
            for (int i = 0; i < threads; i++) {
                drawn.add(pool.submit((Callable<long[]>) () -> {
                    // First words, so that each has come before any draws many.
                    random.next();
                    start.await();
                    long[] words = new long[each];
                    for (int word = 0; word < each; word++) {
                        words[word] = random.next();
                    }
                    return words;
                }));
            }
            Set<Long> seen = new HashSet<>();
            for (Future<long[]> words : drawn) {
                for (long word : words.get()) {
                    assertThat(seen.add(word)).isTrue();
                }
            }
        } finally {
            pool.shutdownNow();
        }
    }

    @Test
    void threadKeepsItsSourceWhenAnotherComes() throws Exception {
        RandomWords mine = random.words();
        List<RandomWords> others = new ArrayList<>();
        Thread other = new Thread(() -> others.add(random.words()));
        other.start();
        other.join();
        assertThat(others).hasSize(1).doesNotContain(mine);
        assertThat(random.words()).isSameAs(mine);
    }

    @Test
    void threadKeepsItsSourceWhenThePoolClearsItsThreadLocals() {
        Map<Thread, RandomWords> sources = new HashMap<>();
        new ClearedThreadLocals(3).during(() -> {
            RandomWords mine = random.words();
            RandomWords first = sources.putIfAbsent(Thread.currentThread(), mine);
            if (first == null) {
                drawOnAThread();
            } else {
                assertThat(first).isSameAs(mine);
            }
        });
    }

    @Test
    void threadThatEndedIsNotKept() throws Exception {
        WeakReference<Thread> ended = drawOnAThread();
        Eventually.await("the ended thread's collection").until(() -> {
            System.gc();
            return ended.refersTo(null);
        });
        random.next();
    }

    private WeakReference<Thread> drawOnAThread() {
        Thread thread = new Thread(random::next);
        thread.start();
        try {
            thread.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        return new WeakReference<>(thread);
    }
}
