package io.distid.bench.subject;

/** How the values of a field arise, and so how likely a value makes a layout. Immutable. */
public enum FieldKind {
    /** Assigned to nodes from 0 on, so mostly small. */
    ASSIGNED {
        @Override
        public double bits(long value, int width) {
            return Math.min(width, log2(value + 1) + log2(Math.max(1, width * LN_2)));
        }
    },
    /** Begins at 0 in each tick: 0 at low rates, and seldom high. */
    PER_TICK {
        @Override
        public double bits(long value, int width) {
            return Math.min(width + SELDOM, 1 + 2 * log2(value + 1));
        }
    },
    /** Begins below 100 in each tick, as in Leaf. */
    RANDOM_START {
        @Override
        public double bits(long value, int width) {
            return value < 100 ? log2(100) : width + SELDOM;
        }
    },
    /** Goes on from tick to tick, so all values are equally likely, except soon after a start. */
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
     * The number of bits to describe this value of a field of this kind: fewer for likelier values. A random value
     * takes the width of the field.
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
