package io.distid.jackson;

import java.util.Optional;

/**
 * Supports {@code long[]}. Jackson writes and reads such an array as a whole, without the writers and readers of {@code
 * long}.
 */
final class LongArrays {
    private LongArrays() {}

    /** How elements of a {@code long[]} are written, if this says so. */
    @SuppressWarnings("unchecked")
    static Optional<JsonIdCodec<Long>> elements(JsonIdCodec<?> codec) {
        return codec.type() == (Class<?>) long.class ? Optional.of((JsonIdCodec<Long>) codec) : Optional.empty();
    }
}
