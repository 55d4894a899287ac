package io.distid.bench.decode;

import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * An id read by one layout. Immutable, unless the fields are changed.
 *
 * @param layout its name
 * @param time the start of its tick, or null if it carries no time
 * @param fields the other fields by their owner's names, from the highest bits to the lowest
 * @param id the number in decimal, the UUID, or the text of an id that is neither
 * @param bits the number of bits of the id
 * @param why the reasons for this reading
 */
public record Reading(
        String layout, @Nullable Instant time, Map<String, Object> fields, String id, int bits, String why) {}
