package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BuffersTest {

    @Test
    void eachThreadKeepsItsOwnBuffer() throws Exception {
        byte[] mine = Buffers.mine();
        assertThat(Buffers.mine()).isSameAs(mine);
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            byte[] others = other.submit(Buffers::mine).get(2, TimeUnit.MINUTES);
            assertThat(others).isNotSameAs(mine);
            assertThat(Buffers.mine()).isSameAs(mine);
            assertThat(other.submit(Buffers::mine).get(2, TimeUnit.MINUTES)).isSameAs(others);
        } finally {
            other.shutdown();
        }
    }

    /** As some libraries do with what their caller has. */
    @Test
    void threadThatIsHandedAnothersThreadLocalsHasItsOwn() throws Exception {
        byte[] mine = Buffers.mine();
        Field field = Buffers.class.getDeclaredField("LOCAL");
        field.setAccessible(true);
        @SuppressWarnings("unchecked")
        ThreadLocal<Object> local = (ThreadLocal<Object>) field.get(null);
        Object handedOn = local.get();
        ExecutorService other = Executors.newSingleThreadExecutor();
        try {
            byte[] others = other.submit(() -> {
                        local.set(handedOn);
                        return Buffers.mine();
                    })
                    .get(2, TimeUnit.MINUTES);
            assertThat(others).isNotSameAs(mine);
            assertThat(other.submit(Buffers::mine).get(2, TimeUnit.MINUTES)).isSameAs(others);
            assertThat(Buffers.mine()).isSameAs(mine);
        } finally {
            other.shutdown();
        }
    }

    @Test
    void threadsThatEncodeAtOnceDoNotWriteIntoEachOthersTexts() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            List<Callable<List<String>>> tasks = new ArrayList<>();
            for (long first = 0; first < 16; first++) {
                long base = first << 40;
                tasks.add(() -> {
                    List<String> wrong = new ArrayList<>();
                    for (long id = base; id < base + 50_000; id++) {
                        String text = TextForm.CROCKFORD.longs().encode(id);
                        if (TextForm.CROCKFORD.longs().decode(text) != id) {
                            wrong.add(id + " became " + text);
                        }
                    }
                    return wrong;
                });
            }
            for (Future<List<String>> wrong : threads.invokeAll(tasks)) {
                assertThat(wrong.get(5, TimeUnit.MINUTES)).isEmpty();
            }
        } finally {
            threads.shutdown();
        }
    }
}
