package io.distid.bench.faults.node;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class NodeStateTest {
    @Test
    void aStateComesBackAsItWasWritten() {
        NodeState state = new NodeState(
                42,
                Map.of("ClockBehindException", 3L, "IdException", 1L),
                9,
                new ClockMonitor.Seen(1, -2, 3, 4, 5, 6, 7));

        assertThat(read(state)).isEqualTo(state);
        assertThat(read(state).returned()).isEqualTo(46);
    }

    @Test
    void aStateWithoutErrorsComesBack() {
        assertThat(read(NodeState.NONE)).isEqualTo(NodeState.NONE);
    }

    @Test
    void fewIdsFromASlowStoreAreNoRefusal() {
        assertThat(FaultNode.liveness(NodeState.NONE, state(3, 0))).isEqualTo(FaultNode.Liveness.WENT_ON);
        assertThat(FaultNode.liveness(state(3, 0), state(4, 1))).isEqualTo(FaultNode.Liveness.REFUSED);
        assertThat(FaultNode.liveness(state(3, 1), state(3, 1))).isEqualTo(FaultNode.Liveness.SILENT);
    }

    private static NodeState state(long ids, long errors) {
        return new NodeState(ids, Map.of("IdException", errors), 0, NodeState.NONE.clocks());
    }

    private static NodeState read(NodeState state) {
        List<String> words = List.of(state.line().split("\t", -1));
        assertThat(words.get(0)).isEqualTo(FaultChild.DONE);
        return NodeState.of(words.subList(1, words.size()));
    }
}
