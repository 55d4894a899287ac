package io.distid.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.coordination.LockStoreProvider;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Provider;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStoreProvider;
import io.distid.worker.WorkerIdsProvider;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One vocabulary over all strategies, sources of worker ids, segment stores, lock stores and token stores: here, since only the lab sees them all. */
class KeyVocabularyTest {
    /** Integers that may be greater with one than with another, and why. */
    private static final Map<String, String> GREATEST_INTEGERS = Map.of(
            "start",
            "A segment has its end above its last id, and a counter in Redis ends as segments there do.",
            "worker-bits",
            "Sonyflake's time has 32 bits at least.",
            "sequence-bits",
            "Sonyflake's time has 32 bits at least.");

    /** Times that may be shorter with one than with another, and why. */
    private static final Map<String, String> SHORTEST_DURATIONS = Map.of(
            "timeout",
            "The pool of MySQL waits for a connection for 250 ms at least.",
            "max-wait",
            "To open leaf-segment is to wait for a first segment.",
            "keep",
            "The records of locks in etcd share a lease, which must outlast the longest lease of a lock.");

    private final Map<String, List<ConfigKey>> keys = Stream.of(
                    IdGeneratorProvider.class,
                    WorkerIdsProvider.class,
                    SegmentStoreProvider.class,
                    LockStoreProvider.class,
                    TokenStoreProvider.class)
            .flatMap(kind -> Providers.all(kind).stream())
            .map(Provider::keys)
            .flatMap(List::stream)
            .collect(Collectors.groupingBy(ConfigKey::name, TreeMap::new, Collectors.toList()));

    @Test
    void aKeyHasOneTypeWhereverItIsOffered() {
        assertThat(keys).containsKeys("epoch", "namespace", "create", "order", "keep");
        keys.forEach((name, offered) -> assertThat(offered)
                .extracting(ConfigKey::type)
                .as(name)
                .containsOnly(offered.get(0).type()));
    }

    @Test
    void aNamespaceHasOneLimit() {
        assertThat(keys.get("namespace"))
                .hasSize(2)
                .extracting(ConfigKey::pattern)
                .containsOnly("[A-Za-z0-9._-]{1,64}");
    }

    /** A time may be as long with one as with another. */
    @Test
    void aDurationHasOneLongest() {
        assertThat(ofType(ConfigKey.Type.DURATION)).containsKeys("timeout", "max-wait", "max-lead", "keep");
        assertThat(withSeveral(ConfigKey.Type.DURATION, ConfigKey::max)).isEmpty();
    }

    @Test
    void aDurationHasOneShortest() {
        assertThat(withSeveral(ConfigKey.Type.DURATION, ConfigKey::min))
                .as(
                        "keys that providers offer with different ranges: rename one, or give both the same. Allowed: %s",
                        SHORTEST_DURATIONS)
                .isEqualTo(SHORTEST_DURATIONS.keySet());
    }

    @Test
    void anIntegerHasOneRange() {
        assertThat(ofType(ConfigKey.Type.INTEGER)).containsKeys("pool-size", "id", "step", "start");
        assertThat(withSeveral(ConfigKey.Type.INTEGER, ConfigKey::min)).isEmpty();
        assertThat(withSeveral(ConfigKey.Type.INTEGER, ConfigKey::max))
                .as(
                        "keys that providers offer with different ranges: rename one, or give both the same. Allowed: %s",
                        GREATEST_INTEGERS)
                .isEqualTo(GREATEST_INTEGERS.keySet());
    }

    /** What a table can hold of ours, a segment store can, too. */
    @Test
    void aTagIsAsLongWhereverItIsOffered() {
        String longest = "t".repeat(128);
        List<ConfigKey> patterned =
                keys.get("tag").stream().filter(key -> key.pattern() != null).toList();
        assertThat(patterned).hasSize(2).allSatisfy(key -> {
            assertThat(longest).matches(key.pattern());
            assertThat(longest + "t").doesNotMatch(key.pattern());
        });
    }

    /** Such as bits-sequence beside sequence-bits. */
    @Test
    void noKeyHasTheWordsOfAnotherInAnotherOrder() {
        assertThat(keys.keySet().stream().map(KeyVocabularyTest::sortedWords)).doesNotHaveDuplicates();
        assertThat(sortedWords("bits-sequence")).isEqualTo(sortedWords("sequence-bits"));
    }

    private Map<String, List<ConfigKey>> ofType(ConfigKey.Type type) {
        Map<String, List<ConfigKey>> some = new TreeMap<>(keys);
        some.values().removeIf(offered -> offered.get(0).type() != type);
        return some;
    }

    /** The keys whose limit is not the same wherever they are offered. */
    private Set<String> withSeveral(ConfigKey.Type type, ToLongFunction<ConfigKey> limit) {
        Map<String, List<ConfigKey>> some = ofType(type);
        some.values()
                .removeIf(
                        offered -> offered.stream().mapToLong(limit).distinct().count() == 1);
        return some.keySet();
    }

    private static List<String> sortedWords(String name) {
        return Arrays.stream(name.split("-")).sorted().toList();
    }
}
