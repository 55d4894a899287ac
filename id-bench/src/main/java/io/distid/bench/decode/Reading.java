package io.distid.bench.decode;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What an id says if it is of one layout. Immutable, if the fields are left alone.
 *
 * @param layout its name
 * @param time the start of its tick, or null if it carries no time
 * @param fields the others by their owner's names, from the highest bits to the lowest
 * @param id the number in decimal, the UUID, or the text of an id that is neither
 * @param bits how many the id has
 * @param why what speaks for this reading
 */
public record Reading(
        String layout, @Nullable Instant time, Map<String, Object> fields, String id, int bits, String why) {}
