package io.distid.leaf;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.testkit.Eventually;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Where a tag that is open is found, and that nothing else is. */
class TagIndexTest {
    private static final int MANY = 20_000;

    private final ScheduledThreadPoolExecutor loaders = LoaderThreads.create();
    private final LoadContext loading = new LoadContext(new MemoryStore(), Waiting.PATIENT, loaders, System::nanoTime);
    private final ExecutorService threads = Executors.newFixedThreadPool(2);
    private final TagIndex index = new TagIndex();

    @AfterEach
    void end() {
        loaders.shutdownNow();
        threads.shutdownNow();
    }

    private TagIds tag(String name) {
        return new LeafTag(name, loading);
    }

    private static String name(int number) {
        return "order-" + number;
    }

    @Test
    void eachTagIsFoundByItsNameAndNoOtherIs() {
        List<TagIds> tags = IntStream.range(0, MANY).mapToObj(i -> tag(name(i))).toList();
        tags.forEach(index::add);

        for (int i = 0; i < MANY; i++) {
            assertThat(index.find(name(i))).isSameAs(tags.get(i));
        }
        assertThat(index.find(name(MANY))).isNull();
        assertThat(index.find("")).isNull();
    }

    @Test
    void namesWithOneHashCodeAreTold() {
        // So are all names of as many of these two, in any order.
        List<String> names = List.of("AaAa", "AaBB", "BBAa");
        assertThat(names).extracting(String::hashCode).containsOnly("BBBB".hashCode());
        List<TagIds> tags = names.stream().map(this::tag).toList();
        tags.forEach(index::add);

        assertThat(names.stream().map(index::find)).containsExactlyElementsOf(tags);
        assertThat(index.find("BBBB")).isNull();

        index.remove(tags.get(0));
        assertThat(names.stream().map(index::find)).containsExactly(null, tags.get(1), tags.get(2));
    }

    @Test
    void onlyTheTagThatIsThereIsRemoved() {
        TagIds first = tag("order");
        TagIds second = tag("order");
        index.add(first);
        index.add(first);
        index.add(second);
        assertThat(index.find("order")).isSameAs(first);

        index.remove(second);
        assertThat(index.find("order")).isSameAs(first);
        index.remove(first);
        assertThat(index.find("order")).isNull();
        index.add(second);
        assertThat(index.find("order")).isSameAs(second);
    }

    @Test
    void whatWasAddedIsFoundWhileTheTableGrowsAndOthersAreRemoved() throws Exception {
        TagIds gone = tag("gone");
        AtomicInteger added = new AtomicInteger();
        Callable<Void> look = () -> {
            for (int known = added.get(); known < MANY; known = added.get()) {
                for (int i = Math.max(0, known - 50); i < known; i++) {
                    assertThat(index.find(name(i)).name()).isEqualTo(name(i));
                }
            }
            return null;
        };
        List<Future<Void>> lookers = List.of(threads.submit(look), threads.submit(look));
        for (int i = 0; i < MANY; i++) {
            if (i % 1_000 == 0) {
                index.add(gone);
                index.remove(gone);
            }
            index.add(tag(name(i)));
            added.set(i + 1);
        }
        for (Future<Void> looker : lookers) {
            looker.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
        }
    }

    /** A caller that was told that there is no such tag takes it out, while another, who came a moment later, has an id of it. */
    @Test
    void tagsThatComeWhileTheyAreAskedForAreAmongThoseThatEnd() throws Exception {
        MemoryStore store = new MemoryStore();
        List<String> names =
                IntStream.range(0, 3_000).mapToObj(TagIndexTest::name).toList();
        LeafSegments segments = LeafSegments.open(store, Waiting.PATIENT);
        try (segments) {
            for (String name : names) {
                List<Future<Void>> callers = new ArrayList<>();
                for (int i = 0; i < 2; i++) {
                    callers.add(threads.submit(() -> {
                        untilThereIs(segments, name);
                        return null;
                    }));
                }
                store.put(name, 1, 1_000);
                for (Future<Void> caller : callers) {
                    caller.get(Eventually.LIMIT.toSeconds(), TimeUnit.SECONDS);
                }
            }
            assertThat(segments.tags()).containsExactlyInAnyOrderElementsOf(names);
        }
        for (String name : names) {
            assertThatThrownBy(() -> segments.nextId(name)).isInstanceOf(IllegalStateException.class);
        }
    }

    private static void untilThereIs(LeafSegments segments, String name) {
        while (true) {
            try {
                assertThat(segments.nextId(name)).isPositive();
                return;
            } catch (ConfigException e) {
                Thread.onSpinWait();
            }
        }
    }
}
