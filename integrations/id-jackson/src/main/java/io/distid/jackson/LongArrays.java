package io.distid.jackson;

import java.util.Optional;

/**
 * Supports {@code long[]}. Jackson writes and reads such an array as a whole, without the writers and readers of {@code
 * long}.
 */
final class LongArrays {
    private LongArrays() {}

    /** The codec of the elements of a {@code long[]}, if this is one. */
    @SuppressWarnings("unchecked")
    static Optional<JsonIdCodec<Long>> elements(JsonIdCodec<?> codec) {
        return codec.type() == (Class<?>) long.class ? Optional.of((JsonIdCodec<Long>) codec) : Optional.empty();
    }
}
