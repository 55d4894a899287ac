/** An order service: orders by REST, in a database, each with an id of distid. Nobody calls it but its users. */
@NullMarked
package io.distid.examples.orders;

import org.jspecify.annotations.NullMarked;
