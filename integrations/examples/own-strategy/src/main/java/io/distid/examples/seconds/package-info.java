/**
 * A strategy of your own, {@code seconds}: all files that it needs. The generator composes and decodes ids, and
 * describes its traits. The provider has its name and its keys, and opens it. A file of services names the provider, so
 * that {@code IdGenerators.open("seconds")} finds it.
 *
 * <p>One test subclasses the contract of distid's own strategies: uniqueness, order, threads, bad settings. The other
 * shows that the lab has a row for it. To measure it, put its jar beside the lab's: {@code java -cp
 * id-bench.jar:own-strategy.jar io.distid.bench.cli.Main compare --strategies seconds}.
 */
@NullMarked
package io.distid.examples.seconds;

import org.jspecify.annotations.NullMarked;
