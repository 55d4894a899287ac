package io.distid.internal.time;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import org.junit.jupiter.api.Test;

class PaddingTest {
    /** Where a field lies in its object: by reflection, since the compiler warns of the class that knows. */
    private static long offset(Field field) throws ReflectiveOperationException {
        Class<?> type = Class.forName("sun.misc.Unsafe");
        Field instance = type.getDeclaredField("theUnsafe");
        instance.setAccessible(true);
        Method offset = type.getMethod("objectFieldOffset", Field.class);
        return (long) offset.invoke(instance.get(null), field);
    }

    @Test
    void noFieldThatIsReadForAnIdSharesACacheLineWithTheWord() throws ReflectiveOperationException {
        long word = offset(PaddedWord.class.getSuperclass().getDeclaredField("word"));
        int compared = 0;
        for (Field field : TickSequencer.class.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                assertThat(Math.abs(offset(field) - word)).as(field.getName()).isGreaterThanOrEqualTo(120);
                compared++;
            }
        }
        assertThat(compared).isPositive();
        // And the start of the object, which another object may lie before.
        assertThat(word).isGreaterThanOrEqualTo(120);
    }
}
