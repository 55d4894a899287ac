package io.distid.bench.jvm;

import java.lang.reflect.Constructor;

/**
 * The main class of every child JVM. It creates the named child and lets it serve. Nothing else is loaded before the
 * child.
 */
final class ChildMain {
    private ChildMain() {}

    /** Serves the lab. */
    public static void main(String[] args) throws ReflectiveOperationException, InterruptedException {
        Constructor<?> constructor = Class.forName(args[0]).getDeclaredConstructor();
        constructor.setAccessible(true);
        CommandLoop.serve((CommandLoop.Child) constructor.newInstance());
    }
}
