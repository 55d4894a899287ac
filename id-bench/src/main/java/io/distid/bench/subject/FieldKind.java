package io.distid.bench.subject;

/** How the values of a field come about, and thereby how much one of them speaks for a layout. Immutable. */
public enum FieldKind {
    /** Given to nodes from 0 on, so mostly small. */
    ASSIGNED {
        @Override
        public double bits(long value, int width) {
            return Math.min(width, log2(value + 1) + log2(Math.max(1, width * LN_2)));
        }
    },
    /** From 0 on in each tick: 0 at low rates, and seldom high. */
    PER_TICK {
        @Override
        public double bits(long value, int width) {
            return Math.min(width + SELDOM, 1 + 2 * log2(value + 1));
        }
    },
    /** From below 100 on in each tick, as Leaf's. */
    RANDOM_START {
        @Override
        public double bits(long value, int width) {
            return value < 100 ? log2(100) : width + SELDOM;
        }
    },
    /** Counts on from tick to tick, so that each value is as good as any, but for those soon after a start. */
    RUNNING {
        @Override
        public double bits(long value, int width) {
            return 1 + ASSIGNED.bits(value, width);
        }
    },
    /** Random, a hash, or an address. */
    RANDOM {
        @Override
        public double bits(long value, int width) {
            return width;
        }
    };

    private static final double LN_2 = Math.log(2);
    private static final double SELDOM = 6;

    /**
     * How many bits it takes to say that a field of this kind has this value: fewer, the more it is to be expected. Chance takes as many as
     * the field has.
     *
     * @param value from 0
     * @param width bits of the field
     * @return at least 0
     */
    public abstract double bits(long value, int width);

    private static double log2(double value) {
        return Math.log(value) / LN_2;
    }
}
