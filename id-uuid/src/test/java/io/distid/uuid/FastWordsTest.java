package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;

class FastWordsTest {
    private final Twins twins = new Twins();

    @Test
    void wordsAreThoseOfSplittableRandomUnderASeedOfTheKeyStream() {
        WordBlock seeds = twins.words(0);
        WordBlock fast = FastWords.of(twins.words(1));
        for (int seed = 0; seed < 3; seed++) {
            SplittableRandom known = new SplittableRandom(seeds.fresh());
            for (int word = 0; word < FastWords.WORDS_PER_SEED; word++) {
                assertThat(fast.next()).isEqualTo(known.nextLong());
            }
        }
    }

    @Test
    void aFilledRangeHasTheWordsThatSingleCallsDraw() {
        WordBlock one = FastWords.of(twins.words(0));
        WordBlock other = FastWords.of(twins.words(1));
        long[] to = new long[2 * 1_000];
        one.next();
        other.next();
        SecureWordsTest.fill(one, to, 0, to.length);
        for (int i = 0; i < to.length; i += 2) {
            assertThat(to[i]).isEqualTo(7);
            assertThat(to[i + 1]).isEqualTo(SecureWordsTest.number(i / 2) + (other.next() >>> 9));
        }
        assertThat(one.next()).isEqualTo(other.next());
    }

    @Test
    void copiesDifferFromTheFirstWordAfterARestore() {
        List<ThreadRandom> randoms = twins.restored(true);
        Set<Long> words = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            words.add(randoms.get(0).next());
            words.add(randoms.get(1).next());
        }
        assertThat(words).hasSize(2_000);
    }

    /** However many seeds a burst before the copy has left in the block that they are drawn from. */
    @Test
    void copiesPartWithTheNextSeedAfterTheInterval() {
        WordBlock one = FastWords.of(twins.words(0));
        WordBlock other = FastWords.of(twins.words(1));
        for (int i = 0; i < 10_000 * FastWords.WORDS_PER_SEED; i++) {
            if (one.next() != other.next()) {
                throw new AssertionError("the control differs at word " + i);
            }
        }
        twins.part();
        twins.pass(SecureWords.SEED_NANOS + 1);
        Set<Long> words = new HashSet<>();
        for (int i = 0; i < 1_000; i++) {
            words.add(one.next());
            words.add(other.next());
        }
        assertThat(words).hasSize(2_000);
    }

    @Test
    void eachCounterStartSeedsAgainAfterTheInterval() {
        WordBlock one = FastWords.of(twins.words(0));
        WordBlock other = FastWords.of(twins.words(1));
        assertThat(one.next()).as("control").isEqualTo(other.next());
        twins.part();
        twins.pass(SecureWords.SEED_NANOS + 1);
        assertThat(one.fresh()).isNotEqualTo(other.fresh());
        assertThat(one.next()).isNotEqualTo(other.next());
    }

    @Test
    void traitsWarnOfItAndOnlyOfIt() {
        for (String order : new String[] {"generator", "thread"}) {
            try (IdGenerator fast = IdGenerators.open("uuid-v7", Map.of("order", order, "source", "fast"));
                    IdGenerator secure = IdGenerators.open("uuid-v7", Map.of("order", order))) {
                assertThat(fast.traits().notes().get(0)).contains("not cryptographic", "must not be used as a secret");
                assertThat(secure.traits().notes()).noneMatch(note -> note.contains("cryptographic"));
            }
        }
    }
}
