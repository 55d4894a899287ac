package io.distid.coordination;

/**
 * Whether the calling thread's stack has room for what locks do beside their store. An overflow midway would leave the turn of a lock that nobody
 * gives on, or the executors' heaps, into which each thread sorts its own timers, with an entry that is missing: then no lock could be had any
 * more. So it is to come before anything is changed. Stateless: safe for use by any number of threads.
 */
final class StackSpace {
    /** Two of them take 32 bytes where they are compiled, and one some 100 where not: 8 to 50 KB. */
    private static final int FRAMES = 512;

    private StackSpace() {}

    /**
     * Goes as deep once.
     *
     * @throws StackOverflowError if there is no room
     */
    static void require() {
        descend(FRAMES);
    }

    private static int descend(int frames) {
        return frames == 0 ? 0 : descend(frames - 1) + 1;
    }
}
