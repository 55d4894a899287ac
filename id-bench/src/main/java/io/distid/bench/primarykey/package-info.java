/**
 * What ids do to a table whose primary key they are: the same rows are inserted under each strategy's ids, and under a bare
 * {@code AUTO_INCREMENT}.
 */
@NullMarked
package io.distid.bench.primarykey;

import org.jspecify.annotations.NullMarked;
