package io.distid.examples.orders;

import io.distid.jackson.IdText;

/**
 * What a customer ordered.
 *
 * @param id as text in JSON, since JavaScript rounds numbers of 19 digits
 * @param cents what it costs
 */
record Order(@IdText long id, String customer, long cents) {}
