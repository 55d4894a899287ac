package io.distid.examples.orders;

import io.distid.jackson.IdText;

/**
 * An order of a customer.
 *
 * @param id the id, a text in JSON, since JavaScript rounds numbers of 19 digits
 * @param cents the price
 */
record Order(@IdText long id, String customer, long cents) {}
