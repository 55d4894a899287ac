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
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** One vocabulary over all strategies, sources of worker ids, segment stores, lock stores and token stores: here, since only the lab sees them all. */
class KeyVocabularyTest {
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
        assertThat(keys).containsKeys("epoch", "namespace", "create", "order", "database-block", "keep");
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
        Map<String, List<ConfigKey>> durations = new TreeMap<>(keys);
        durations.values().removeIf(offered -> offered.get(0).type() != ConfigKey.Type.DURATION);
        assertThat(durations).containsKeys("timeout", "max-wait", "max-lead", "keep");
        durations.forEach((name, offered) -> assertThat(offered)
                .extracting(ConfigKey::max)
                .as(name)
                .containsOnly(offered.get(0).max()));
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

    private static List<String> sortedWords(String name) {
        return Arrays.stream(name.split("-")).sorted().toList();
    }
}
