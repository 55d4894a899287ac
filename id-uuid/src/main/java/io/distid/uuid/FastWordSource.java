package io.distid.uuid;

/**
 * Random words that can be predicted: SplitMix64, the generator of {@link java.util.SplittableRandom}, under seeds from a
 * {@link RandomWordSource}. For those who compare with generators that draw so. Not safe for two threads, but for {@link #expire}.
 *
 * @see <a href="https://doi.org/10.1145/2714064.2660195">Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014</a>
 */
final class FastWordSource implements WordSource {
    /*
     * Whoever sees the 55 bits of two words or so knows the state, and with it all words of the seed, before and after. So a seed is for a
     * few words, which also has copies of a process part soon after the source of seeds does: at the latest when the words of
     * a seed are drawn, and with each counter start.
     */
    static final int WORDS_PER_SEED = 256;

    private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;
    /** What is added to a seed for each word of a block: of a loop that reads it the compiler makes vectors, of one that sums up it does not. */
    private static final long[] SUMS = new long[WORDS_PER_SEED];

    static {
        for (int i = 0; i < WORDS_PER_SEED; i++) {
            SUMS[i] = (i + 1) * GAMMA;
        }
    }

    private final WordBlock seeds;

    private FastWordSource(WordBlock seeds) {
        this.seeds = seeds;
    }

    /** Made here, so that who may need one does not have this class loaded with its own. */
    static WordSource of(RandomWordSource seeds) {
        return new FastWordSource(new WordBlock(seeds));
    }

    @Override
    public int longestBlock() {
        return WORDS_PER_SEED;
    }

    @Override
    public int fill(long[] block) {
        // With a look at the clocks: seeds are drawn so seldom that a block of them would outlive its 100 ms by far.
        long seed = seeds.fresh();
        for (int i = 0; i < WORDS_PER_SEED; i++) {
            block[i] = mixed(seed + SUMS[i]);
        }
        return WORDS_PER_SEED;
    }

    @Override
    public boolean isCurrent() {
        return seeds.isCurrent();
    }

    @Override
    public long fresh(WordBlock block) {
        long word = seeds.fresh();
        block.drop();
        return word;
    }

    @Override
    public void expire() {
        seeds.expire();
    }

    private static long mixed(long sum) {
        long z = (sum ^ sum >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
