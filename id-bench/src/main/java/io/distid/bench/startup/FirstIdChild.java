package io.distid.bench.startup;

import io.distid.bench.jvm.CommandLoop;

/**
 * The child JVM of one first id, which it takes before anything else, by initializing a class: on its way are neither lambdas nor reflection nor other classes of the lab,
 * since whatever is loaded for the lab a subject would not have to load.
 */
final class FirstIdChild {
    /** Not {@code distid.}: opening by name has a closer look at such properties, which most processes have none of. */
    static final String PROPERTY = "io.distid.bench.first";

    static final String COMMAND = "first";

    private FirstIdChild() {}

    /**
     * Takes the first id, then serves the lab.
     *
     * @param args none
     * @throws InterruptedException never
     */
    public static void main(String[] args) throws InterruptedException {
        String taking = System.getProperty(PROPERTY);
        long start = System.nanoTime();
        try {
            Class.forName(taking);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
        long nanos = System.nanoTime() - start;
        CommandLoop.serve(() -> (command, words) -> CommandLoop.answer(COMMAND, nanos / 1e6));
    }
}
