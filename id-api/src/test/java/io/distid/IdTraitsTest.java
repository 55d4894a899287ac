package io.distid;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IdTraitsTest {

    @ParameterizedTest
    @ValueSource(ints = {1, 53, 63, 128})
    void sizesOfNumbersAndUuidsAreTaken(int bits) {
        assertThat(traits(bits, OptionalLong.of(1), List.of()).bits()).isEqualTo(bits);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, -1, 64, 127, 129})
    void otherSizesAreRefused(int bits) {
        assertThatThrownBy(() -> traits(bits, OptionalLong.empty(), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("bits must be from 1 to 63, or 128: " + bits);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -1})
    void capBelowOneIsRefused(long cap) {
        assertThatThrownBy(() -> traits(63, OptionalLong.of(cap), List.of()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessage("idsPerSecond must be >= 1: " + cap);
    }

    @Test
    void notesCannotBeChangedAfterwards() {
        List<String> notes = new ArrayList<>(List.of("a"));
        IdTraits traits = traits(63, OptionalLong.empty(), notes);
        notes.add("b");
        assertThat(traits.notes()).containsExactly("a");
    }

    private static IdTraits traits(int bits, OptionalLong cap, List<String> notes) {
        IdTraits.Builder traits = IdTraits.builder("test").bits(bits).notes(notes);
        cap.ifPresent(traits::idsPerSecond);
        return traits.build();
    }
}
