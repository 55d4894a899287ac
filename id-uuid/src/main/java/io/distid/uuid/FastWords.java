package io.distid.uuid;

import java.util.SplittableRandom;

/**
 * Random words that can be predicted: those of {@link SplittableRandom}, under seeds from {@link SecureWords}. For those who
 * compare with generators that draw so. Not safe for two threads.
 *
 * @see <a href="https://doi.org/10.1145/2714064.2660195">Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014</a>
 */
final class FastWords extends WordBlock {
    /*
     * Whoever sees the 55 bits of two words or so knows the state, and with it all words of the seed, before and after. So a seed is for a
     * few words, which also has copies of a process part soon: at the latest when the words of a seed are drawn, and with each counter start.
     */
    static final int WORDS_PER_SEED = 256;

    /** For the traits of whoever draws from it. */
    static final String WARNING =
            "source=fast: the random bits are not cryptographic; whoever sees a few ids can tell others of "
                    + "the same thread, so an id must not be taken for a secret";

    private final WordBlock seeds;

    private FastWords(WordBlock seeds) {
        super(seeds.copies, WORDS_PER_SEED);
        this.seeds = seeds;
    }

    /** Made here, so that whoever may need one does not have this class loaded with its own. */
    static WordBlock of(WordBlock seeds) {
        return new FastWords(seeds);
    }

    @Override
    public long fresh() {
        drop();
        return next();
    }

    @Override
    int draw(long[] block) {
        // With a look at the clocks: seeds are drawn so seldom that a block of them would outlive its 100 ms by far.
        SplittableRandom random = new SplittableRandom(seeds.fresh());
        for (int i = 0; i < WORDS_PER_SEED; i++) {
            block[i] = random.nextLong();
        }
        return WORDS_PER_SEED;
    }
}
