package io.distid.bench.workshop.startup;

import io.distid.bench.jvm.CommandLoop;

/**
 * The child JVM of one first id, which it takes before anything else, by initializing a class: on its way are neither lambdas nor other classes of the
 * lab, since whatever is loaded for the lab a subject would not have to load.
 */
final class FirstIdChild implements CommandLoop.Child {
    /** Not {@code distid.}: opening by name has a closer look at such properties, which most processes have none of. */
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
