package io.distid.uuid;

/**
 * Random words that can be predicted: SplitMix64, the generator of {@link java.util.SplittableRandom}, under seeds from a
 * {@link RandomWordStream}. For those who compare with generators that draw so. Not safe for two threads.
 *
 * @see <a href="https://doi.org/10.1145/2714064.2660195">Steele, Lea and Flood, Fast Splittable Pseudorandom Number Generators, 2014</a>
 */
final class FastWordStream extends RandomWords {
    /*
     * Whoever sees the 55 bits of two words or so knows the state, and with it all words of the seed, before and after. So a seed is for a
     * few words, which also has copies of a process part soon after the stream of seeds does: at the latest when the words of
     * a seed are drawn, and with each counter start.
     */
    static final int WORDS_PER_SEED = 256;

    private static final long GAMMA = 0x9E37_79B9_7F4A_7C15L;

    private final RandomWordStream seeds;
    private long state;
    private int left;
    /** Set by any thread, cleared by the owner before it draws a seed. */
    private volatile boolean expired;

    FastWordStream(RandomWordStream seeds) {
        this.seeds = seeds;
    }

    /** Made here, so that who may need one does not have this class loaded with its own. */
    static RandomWords of(RandomWordStream seeds) {
        return new FastWordStream(seeds);
    }

    @Override
    long next() {
        if (left == 0 || expired) {
            seed();
        }
        left--;
        long sum = state + GAMMA;
        state = sum;
        return mixed(sum);
    }

    @Override
    void fill(long[] to, int from, int end, long high, long low, int bits) {
        int shift = Long.SIZE - bits;
        long number = low;
        int i = from;
        while (i < end) {
            if (left == 0 || expired) {
                seed();
            }
            int count = Math.min(left, (end - i) / 2);
            long sum = state;
            for (int stop = i + 2 * count; i < stop; i += 2) {
                sum += GAMMA;
                to[i] = high;
                to[i + 1] = number | mixed(sum) >>> shift;
                number += 1L << bits;
            }
            state = sum;
            left -= count;
        }
    }

    @Override
    long fresh() {
        long word = seeds.fresh();
        seed();
        return word;
    }

    @Override
    void expire() {
        seeds.expire();
        expired = true;
    }

    private void seed() {
        expired = false;
        state = seeds.next();
        left = WORDS_PER_SEED;
    }

    private static long mixed(long sum) {
        long z = (sum ^ sum >>> 30) * 0xBF58_476D_1CE4_E5B9L;
        z = (z ^ z >>> 27) * 0x94D0_49BB_1331_11EBL;
        return z ^ z >>> 31;
    }
}
