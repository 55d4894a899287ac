package io.distid.bench.bars;

/**
 * One benchmark at one number of threads.
 *
 * @param benchmark class, method and parameters, such as {@code LeafBench.nextId?order=thread}
 * @param threads how many share what it measures
 */
record Run(String benchmark, int threads) {
    @Override
    public String toString() {
        return benchmark + ", " + (threads == 1 ? "1 thread" : threads + " threads");
    }
}
