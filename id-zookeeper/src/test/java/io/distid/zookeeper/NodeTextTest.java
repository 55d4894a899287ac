package io.distid.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import org.junit.jupiter.api.Test;

class NodeTextTest {

    @Test
    void dataOfAnotherFormIsRefusedWithItsBeginning() {
        assertThatThrownBy(() -> LeafSnowflakeMark.parse("/leaf/3", ("x" + "y".repeat(200)).getBytes(UTF_8)))
                .isInstanceOf(BackendException.class)
                .hasMessage("node /leaf/3 holds no mark of distid: \"x" + "y".repeat(79) + "\"");
        assertThatThrownBy(() -> LeafSnowflakeMark.parse("/leaf/7", new byte[0]))
                .isInstanceOf(BackendException.class)
                .hasMessage("node /leaf/7 holds no mark of distid: \"\"");
    }

    @Test
    void dataIsReadAsItWasWritten() {
        LeafSnowflakeMark mark = LeafSnowflakeMark.unheld();
        assertThat(LeafSnowflakeMark.parse("/leaf/7", mark.bytes())).isEqualTo(mark);
    }
}
