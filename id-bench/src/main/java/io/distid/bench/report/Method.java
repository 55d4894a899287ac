package io.distid.bench.report;

import java.util.List;

/**
 * How one thing is measured, in words that every form of the report repeats.
 *
 * @param what what is measured
 * @param how in a few sentences
 */
record Method(String what, String how) {
    static final List<Method> ALL = List.of(
            new Method("Throughput", """
                    JMH, single ids through the SPI, one generator shared by all threads, each fork a JVM of its own. Forks of \
                    all strategies are taken in turn, so that a busy minute of the machine hits all alike. After ± stands half \
                    the width of the 99.9 % confidence interval over all measured iterations."""),
            new Method("Uniqueness", """
                    several generators, each a node with settings of its own and sharing one store, each used by several \
                    threads, all at once. Every id is kept and compared in full with all others."""),
            new Method("Order", """
                    every call draws a stamp before it begins and one after it has returned, all from one counter. An \
                    inversion is an id not greater than one that had been returned before its call began: by the same \
                    generator, or across all of them. Calls that overlap have no order. UUIDs compare as unsigned 128-bit \
                    numbers."""),
            new Method("Guessed", """
                    from the last three ids of a thread both differences and 1 are added to its last one: the share of ids \
                    that this finds while ids are drawn flat out. More than 0 shows that ids can be guessed; 0 shows only \
                    that this does not suffice."""),
            new Method("Density", """
                    ids given out per number between the smallest and the largest of all generators together."""));
}
