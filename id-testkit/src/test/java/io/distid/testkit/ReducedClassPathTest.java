package io.distid.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;

class ReducedClassPathTest {

    @Test
    void classesOfAJarThatIsLeftOutAreAbsent() {
        assertThat(ReducedClassPath.call(User.class, "use")).isEqualTo("org.awaitility.Awaitility");
        assertThatThrownBy(() -> ReducedClassPath.call(User.class, "use", Awaitility.class))
                .isInstanceOf(AssertionError.class)
                .hasMessageContaining("use failed")
                .hasCauseInstanceOf(NoClassDefFoundError.class);
    }

    /** Needs the jar. */
    public static final class User {
        private User() {}

        public static String use() {
            return Awaitility.class.getName();
        }
    }
}
