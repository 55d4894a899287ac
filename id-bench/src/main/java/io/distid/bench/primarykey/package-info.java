/**
 * The effect of ids on a table that has them as its primary key. The same rows are inserted with each strategy's ids,
 * and with a bare {@code AUTO_INCREMENT}.
 */
@NullMarked
package io.distid.bench.primarykey;

import org.jspecify.annotations.NullMarked;
