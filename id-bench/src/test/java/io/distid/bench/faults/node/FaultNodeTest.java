package io.distid.bench.faults.node;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.jvm.ChildLostException;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FaultNodeTest {
    /** Say, by what frees memory when there is too little. */
    @Test
    void processThatEndedByItselfIsReportedLostWhenSignalled(@TempDir Path folder) throws Exception {
        try (FaultNode node = new FaultNode("uuid-v7", 1, "node 1", Map.of(), null, folder.resolve("ids"))) {
            node.ready();
            ProcessHandle process = ProcessHandle.of(node.pid()).orElseThrow();
            process.destroyForcibly();
            process.onExit().join();
            assertThatThrownBy(node::pause)
                    .isInstanceOf(ChildLostException.class)
                    .hasMessageContaining("ended with exit code 137");
            assertThatThrownBy(node::end).isInstanceOf(ChildLostException.class);
        }
    }
}
