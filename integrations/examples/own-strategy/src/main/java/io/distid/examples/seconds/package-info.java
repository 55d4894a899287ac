/**
 * A strategy of your own, {@code seconds}: all files that it takes. The generator says how an id is put together, taken apart, and what it claims; the provider has
 * its name and its keys, and opens it; a file of services names the provider, so that {@code IdGenerators.open("seconds")} finds it.
 *
 * <p>One test subclasses the contract of distid's own strategies: uniqueness, order, threads, bad settings. The other shows that the lab has a row of it. Put its jar
 * beside the lab's to measure it: {@code java -cp id-bench.jar:own-strategy.jar io.distid.bench.cli.Main compare --strategies seconds}.
 */
@NullMarked
package io.distid.examples.seconds;

import org.jspecify.annotations.NullMarked;
