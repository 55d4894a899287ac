package io.distid.internal.thread;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import java.lang.management.ManagementFactory;
import java.lang.ref.WeakReference;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;

class PerThreadTest {
    private final AtomicInteger made = new AtomicInteger();
    private final List<Object> ended = new ArrayList<>();
    private final PerThread<Value> values = new PerThread<>() {
        @Override
        protected Value first() {
            made.incrementAndGet();
            return new Value();
        }

        @Override
        protected void ended(Value value) {
            ended.add(value);
        }
    };

    private static final class Value extends ThreadOwned {}

    /** Values and nothing else. */
    private static final class Plain extends PerThread<Value> {
        @Override
        protected Value first() {
            return new Value();
        }
    }

    @Test
    void threadKeepsItsValueWhenThePoolClearsItsThreadLocals() {
        keptThoughThreadLocalsAreCleared();
    }

    /** Without a place in the table there is but the thread local, and behind it the map. */
    @Test
    void threadKeepsItsValueWhenItsPlaceIsTaken() throws Exception {
        whileAllPlacesAreTaken(this::keptThoughThreadLocalsAreCleared);
    }

    private void keptThoughThreadLocalsAreCleared() {
        int others = made.get();
        Map<Thread, Object> plain = new HashMap<>();
        Map<Thread, Object> kept = new HashMap<>();
        ThreadLocal<Object> local = ThreadLocal.withInitial(Object::new);
        AtomicInteger lost = new AtomicInteger();
        // One task after another, so the maps need no lock.
        until("thread locals are cleared", () -> {
            ForkJoinPool.commonPool()
                    .submit(() -> {
                        Object before = plain.put(Thread.currentThread(), local.get());
                        lost.addAndGet(before != null && before != local.get() ? 1 : 0);
                        Object mine = values.get();
                        Object first = kept.putIfAbsent(Thread.currentThread(), mine);
                        assertThat(first == null || first == mine)
                                .as("the thread's own")
                                .isTrue();
                    })
                    .join();
            return lost.get() >= 3;
        });
        assertThat(made.get() - others).isEqualTo(kept.size());
    }

    @Test
    void noTwoThreadsHaveOneValue() throws Exception {
        Object mine = values.get();
        List<Object> others = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            run(() -> others.add(values.get()));
        }
        assertThat(others).hasSize(10).doesNotHaveDuplicates().doesNotContain(mine);
        assertThat(values.get()).isSameAs(mine);
    }

    @Test
    void valuesOfEndedThreadsAreReleasedOnceEach() throws Exception {
        Object mine = values.get();
        for (int i = 0; i < 1_000; i++) {
            run(values::get);
            assertThat(kept()).hasSizeLessThanOrEqualTo(64);
        }
        values.sweep();
        assertThat(kept()).containsExactly(mine);
        assertThat(ended).hasSize(1_000).doesNotHaveDuplicates().doesNotContain(mine);
    }

    @Test
    void valuesOfLivingThreadsAreKeptHoweverMany() throws Exception {
        CountDownLatch done = new CountDownLatch(1);
        List<Thread> threads = new ArrayList<>();
        CountDownLatch asked = new CountDownLatch(300);
        for (int i = 0; i < 300; i++) {
            Thread thread = new Thread(() -> {
                Object first = values.get();
                asked.countDown();
                try {
                    done.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
                assertThat(values.get()).isSameAs(first);
            });
            thread.start();
            threads.add(thread);
        }
        asked.await();
        values.sweep();
        assertThat(kept()).hasSize(300);
        assertThat(ended).isEmpty();
        done.countDown();
        for (Thread thread : threads) {
            thread.join();
        }
        values.sweep();
        assertThat(kept()).isEmpty();
    }

    @Test
    void threadThatEndedIsNotKept() throws Exception {
        WeakReference<Thread> over = run(values::get);
        until("the ended thread is collected", () -> {
            System.gc();
            return over.refersTo(null);
        });
        values.sweep();
        assertThat(ended).hasSize(1);
    }

    /** The table before the map would keep it as well. */
    @Test
    void valueOfAThreadThatEndedIsNotKeptOnceSwept() throws Exception {
        AtomicReference<WeakReference<Object>> value = new AtomicReference<>();
        PerThread<Value> own = new Plain();
        run(() -> value.set(new WeakReference<>(own.get())));
        own.sweep();
        until("its value is collected", () -> {
            System.gc();
            return value.get().refersTo(null);
        });
    }

    @Test
    void factoryOfAValueMayAskForIt() {
        AtomicInteger depth = new AtomicInteger();
        PerThread<Value> own = new PerThread<>() {
            @Override
            protected Value first() {
                if (depth.getAndIncrement() == 0) {
                    get();
                }
                return new Value();
            }
        };
        Value first = own.get();
        List<Object> all = new ArrayList<>();
        own.forEach(all::add);
        assertThat(own.get()).isSameAs(first);
        assertThat(all).containsExactly(first);
    }

    /** By a method that the compiler is not to know: where the JVM has put them is no part of the language. */
    @Test
    void nothingOfASubclassLiesBeforeThePadding() throws Exception {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field field = type.getDeclaredField("theUnsafe");
        field.setAccessible(true);
        Method offset = type.getMethod("objectFieldOffset", Field.class);
        assertThat((Long) offset.invoke(field.get(null), Narrow.class.getDeclaredField("used")))
                .isGreaterThanOrEqualTo(128);
    }

    /** Its field would fit the gap behind an object's header. */
    private static final class Narrow extends ThreadOwned {
        @SuppressWarnings("unused")
        private int used;
    }

    @Test
    void lookUpAllocatesNothingWhereThePlaceIsTaken() throws Exception {
        whileAllPlacesAreTaken(this::lookUpAllocatesNothing);
    }

    /** Runs it in a thread that came after so many others that each place of the table has one, which lives on. */
    private void whileAllPlacesAreTaken(Runnable task) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(1);
        CountDownLatch asked = new CountDownLatch(300);
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < 300; i++) {
            Thread thread = new Thread(() -> {
                values.get();
                asked.countDown();
                try {
                    done.await();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            });
            thread.start();
            threads.add(thread);
        }
        asked.await();
        try {
            AtomicReference<Throwable> failed = new AtomicReference<>();
            Thread late = new Thread(task);
            late.setUncaughtExceptionHandler((thread, error) -> failed.set(error));
            late.start();
            late.join();
            assertThat(failed.get()).isNull();
        } finally {
            done.countDown();
            for (Thread thread : threads) {
                thread.join();
            }
        }
    }

    @Test
    void lookUpAllocatesNothing() {
        ThreadMXBean threads = (ThreadMXBean) ManagementFactory.getThreadMXBean();
        int times = 100_000;
        values.get();
        // What the JVM itself allocates at times on this thread is no cost of a look-up, so the least of five counts.
        long least = Long.MAX_VALUE;
        for (int round = 0; round < 5; round++) {
            long before = threads.getCurrentThreadAllocatedBytes();
            for (int i = 0; i < times; i++) {
                values.get();
            }
            least = Math.min(least, threads.getCurrentThreadAllocatedBytes() - before);
        }
        assertThat((double) least / times).as("bytes per look-up").isLessThan(0.1);
    }

    private static void until(String what, BooleanSupplier isSo) {
        long deadline = System.nanoTime() + 120_000_000_000L;
        while (!isSo.getAsBoolean()) {
            assertThat(System.nanoTime()).as(what).isLessThan(deadline);
        }
    }

    private List<Object> kept() {
        List<Object> all = new ArrayList<>();
        values.forEach(all::add);
        return all;
    }

    private static WeakReference<Thread> run(Runnable task) throws InterruptedException {
        Thread thread = new Thread(task);
        thread.start();
        thread.join();
        return new WeakReference<>(thread);
    }
}
