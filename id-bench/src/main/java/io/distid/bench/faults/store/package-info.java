/** The server of one cell: {@code FaultStore} runs it, and {@code StoreAdmin} sees it as its operator does. */
@NullMarked
package io.distid.bench.faults.store;

import org.jspecify.annotations.NullMarked;
