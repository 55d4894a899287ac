package io.distid.uuid;

/**
 * Random words that can be predicted: SplitMix64, the generator of {@link java.util.SplittableRandom}, under seeds from {@link SecureWords}. For those who
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

    private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;
    /** What is added to a seed for each word of a block: of a loop that reads it the compiler makes vectors, of one that sums up it does not. */
    private static final long[] SUMS = new long[WORDS_PER_SEED];

    static {
        for (int i = 0; i < WORDS_PER_SEED; i++) {
            SUMS[i] = (i + 1) * GAMMA;
        }
    }

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
        long seed = seeds.fresh();
        for (int i = 0; i < WORDS_PER_SEED; i++) {
            block[i] = mixed(seed + SUMS[i]);
        }
        return WORDS_PER_SEED;
    }

    private static long mixed(long sum) {
        long z = (sum ^ sum >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
