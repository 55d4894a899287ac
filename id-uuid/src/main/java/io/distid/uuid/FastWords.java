package io.distid.uuid;

import java.util.SplittableRandom;

/**
 * Random words that can be predicted: those of {@link SplittableRandom}, under seeds from {@link SecureWords}. They serve comparisons with generators
 * that draw their words so. Not safe for two threads.
 *
 * @see <a href="https://doi.org/10.1145/2714064.2660195">Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014</a>
 */
final class FastWords extends WordBlock {
    /*
     * The 55 bits of about two words reveal the state, and with it all words of the seed, before and after. So a seed serves only a few words. Copies
     * of a process therefore differ soon, too: once the words of a seed are drawn, and with each counter start.
     */
    static final int WORDS_PER_SEED = 256;

    /** For the traits of generators that use these words. */
    static final String WARNING =
            "source=fast: the random bits are not cryptographic; a few ids are enough to predict others of the"
                    + " same thread, so an id must not be used as a secret";

    private final WordBlock seeds;

    private FastWords(WordBlock seeds) {
        super(seeds.copies, WORDS_PER_SEED);
        this.seeds = seeds;
    }

    /** A factory, so that its caller does not load this class along with its own. */
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
        // A fresh seed looks at the clocks: seeds are drawn so seldom that a block of them would outlive its 100 ms by
        // far.
        SplittableRandom random = new SplittableRandom(seeds.fresh());
        for (int i = 0; i < WORDS_PER_SEED; i++) {
            block[i] = random.nextLong();
        }
        return WORDS_PER_SEED;
    }
}
