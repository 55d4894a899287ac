package io.distid.bench.workshop.startup;

import io.distid.bench.jvm.CommandLoop;

/**
 * The child JVM of one first id. It takes the id before anything else, by initializing a class. No lambdas and no other
 * classes of the lab come before: a subject would not have to load them again.
 */
final class FirstIdChild implements CommandLoop.Child {
    /** Not {@code distid.}: opening by name checks such properties, and most processes have none. */
    static final String PROPERTY = "io.distid.bench.first";

    static final String COMMAND = "first";

    private final long nanos;

    /** Takes the first id. */
    FirstIdChild() throws ClassNotFoundException {
        String taking = System.getProperty(PROPERTY);
        long start = System.nanoTime();
        Class.forName(taking);
        nanos = System.nanoTime() - start;
    }

    @Override
    public CommandLoop.Handler prepare() {
        return (command, words) -> CommandLoop.answer(COMMAND, nanos / 1e6);
    }
}
