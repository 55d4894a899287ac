package io.distid.internal.worker;

/** Takes what memory there is, to the last object. */
public final class FullHeap {
    private static final int MOST = 1 << 20;

    private final Object[] ballast = new Object[MOST];

    /** With ever smaller objects, until there is no room for one. */
    public void fill() {
        int at = 0;
        for (int size = 1 << 20; size >= 1; size /= 2) {
            at = fill(at, size);
        }
    }

    public void empty() {
        for (int i = 0; i < ballast.length; i++) {
            ballast[i] = null;
        }
    }

    private int fill(int from, int size) {
        int at = from;
        try {
            while (at < ballast.length) {
                ballast[at] = new byte[size];
                at++;
            }
        } catch (OutOfMemoryError e) {
            // There is room for smaller ones.
        }
        return at;
    }
}
