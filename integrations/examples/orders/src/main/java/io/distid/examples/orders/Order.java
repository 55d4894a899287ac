package io.distid.examples.orders;

import com.fasterxml.jackson.annotation.JsonFormat;

/**
 * What a customer ordered.
 *
 * @param id as text in JSON, since JavaScript rounds numbers of 19 digits
 * @param cents what it costs
 */
record Order(@JsonFormat(shape = JsonFormat.Shape.STRING) long id, String customer, long cents) {}
