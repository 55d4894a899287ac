/**
 * The clock rule: how a tick and a sequence become a strictly increasing state, whatever the clock does.
 *
 * <p>Used by the strategies that carry time; users meet it only through their options.
 */
@NullMarked
package io.distid.time;

import org.jspecify.annotations.NullMarked;
