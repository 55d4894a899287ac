package io.distid.zookeeper;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class NodeTextTest {
    private static final Pattern FORM = Pattern.compile("(\\d+) (.*)");

    @Test
    void dataOfAnotherFormIsRefusedWithItsBeginning() {
        assertThatThrownBy(() -> NodeText.matched(FORM, "/locks/3", ("x" + "y".repeat(200)).getBytes(UTF_8), "lock"))
                .isInstanceOf(BackendException.class)
                .hasMessage("node /locks/3 does not hold a lock: \"x" + "y".repeat(79) + "\"");
        assertThatThrownBy(() -> NodeText.matched(FORM, "/locks/7", new byte[0], "lock"))
                .isInstanceOf(BackendException.class)
                .hasMessage("node /locks/7 does not hold a lock: \"\"");
    }

    @Test
    void dataIsMatchedAsAWhole() {
        assertThat(NodeText.matched(FORM, "/locks/7", "7 of us".getBytes(UTF_8), "lock")
                        .group(2))
                .isEqualTo("of us");
    }
}
