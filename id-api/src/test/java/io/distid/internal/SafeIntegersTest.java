package io.distid.internal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

class SafeIntegersTest {

    @Test
    void boundIsWhereADoubleStopsCountingByOne() {
        assertThat((double) SafeIntegers.MAX + 1).isNotEqualTo((double) SafeIntegers.MAX);
        assertThat((double) (SafeIntegers.MAX + 1)).isEqualTo((double) (SafeIntegers.MAX + 2));
    }

    @Test
    void idsWithinAreHeld() {
        assertThat(SafeIntegers.holds(0)).isTrue();
        assertThat(SafeIntegers.require(SafeIntegers.MAX)).isEqualTo(9007199254740991L);
    }

    @Test
    void idsBeyondAreRefused() {
        for (long id : new long[] {-1, SafeIntegers.MAX + 1, Long.MAX_VALUE}) {
            assertThat(SafeIntegers.holds(id)).isFalse();
            assertThatThrownBy(() -> SafeIntegers.require(id))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining("id is " + id)
                    .hasMessageContaining("0 to 9007199254740991");
        }
    }
}
