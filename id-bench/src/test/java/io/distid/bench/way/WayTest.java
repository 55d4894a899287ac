package io.distid.bench.way;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.IdTraits;
import io.distid.LongIdGenerator;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class WayTest {
    @Test
    void whatTheInterfaceDoesForOthersIsNoWayOfItsOwn() {
        assertThat(offered("uuid-v7", Map.of())).containsExactly(Way.SINGLE, Way.BATCH);
        assertThat(offered("snowflake", Map.of("worker.id", "1"))).containsExactly(Way.SINGLE, Way.BATCH);
        assertThat(Way.offeredBy(new Texts("1"))).containsExactly(Way.SINGLE, Way.TEXT);
    }

    /** It writes a single id, so that its digits are no id of their own. */
    @Test
    void formOfTextIsNoWayOfItsOwn() {
        assertThat(offered("uuid-v7", Map.of("text", "hex"))).containsExactly(Way.SINGLE, Way.BATCH);
    }

    @Test
    void aUlidIsReadAsTheBitsThatItIs() {
        Subject peer = Catalogue.subject("ulid-creator monotonic");
        try (Servers none = new Servers();
                IdGenerator ulids = peer.opening().open(peer.settings().of(0, none))) {
            assertThat(Way.offeredBy(ulids)).containsExactly(Way.SINGLE, Way.TEXT);
            long[] words = new long[6];
            Way.SINGLE.take(ulids, words, 0, 2);
            Way.TEXT.take(ulids, words, 2, 4);
            Way.SINGLE.take(ulids, words, 4, 6);
            for (int i = 2; i < words.length; i += 2) {
                int byHigh = Long.compareUnsigned(words[i - 2], words[i]);
                assertThat(byHigh != 0 ? byHigh : Long.compareUnsigned(words[i - 1], words[i + 1]))
                        .as("order of single ids and texts in turn")
                        .isNegative();
            }
        }
    }

    @Test
    void aTextThatIsNoIdIsNamed() {
        assertThatThrownBy(() -> Way.TEXT.take(new Texts("ord_1"), new long[1], 0, 1))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageStartingWith("returned a text that is no decimal number: ")
                .hasMessageContaining("ord_1");
    }

    private static List<Way> offered(String strategy, Map<String, String> config) {
        try (IdGenerator generator = IdGenerators.open(strategy, config)) {
            return Way.offeredBy(generator);
        }
    }

    private record Texts(String text) implements LongIdGenerator {
        @Override
        public long nextId() {
            return 1;
        }

        @Override
        public String nextText() {
            return text;
        }

        @Override
        public IdTraits traits() {
            return IdTraits.builder("texts").build();
        }

        @Override
        public void close() {}
    }
}
