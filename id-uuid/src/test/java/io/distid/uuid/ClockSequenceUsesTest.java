package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What the copies of the class in two class loaders of a JVM know of one node. */
class ClockSequenceUsesTest {
    private static final Node NODE = Node.of("0242ac11ab01");
    private static final int SEQUENCE = 4_711;

    private final ClockSequenceUses one = ClockSequenceUses.ofGivenNode(NODE);
    private final ClockSequenceUses other = ClockSequenceUses.ofGivenNode(NODE);

    @AfterEach
    void removeProperties() {
        System.getProperties().keySet().removeIf(name -> name.toString().contains(":" + NODE + "/"));
    }

    /** Between the look at a clock sequence and the step that takes it. */
    @Test
    void clockSequenceThatAnotherClassLoaderTookMeanwhileIsNotHeld() {
        long unused = one.until(SEQUENCE);
        assertThat(unused).isEqualTo(ClockSequenceUses.NEVER);
        assertThat(other.hold(SEQUENCE, unused)).isTrue();
        assertThat(one.hold(SEQUENCE, unused))
                .as("while the other one holds it")
                .isFalse();
        assertThat(one.until(SEQUENCE)).isEqualTo(ClockSequenceUses.HELD);

        other.release(SEQUENCE, 5);
        assertThat(one.hold(SEQUENCE, unused))
                .as("by a look of before it was used")
                .isFalse();
        assertThat(one.until(SEQUENCE)).isEqualTo(5);
        assertThat(one.hold(SEQUENCE, 5)).isTrue();
        assertThat(other.hold(SEQUENCE, 5)).as("while the first one holds it").isFalse();
    }

    @Test
    void clockSequenceThatIsHeldIsNotTakenOnceSomebodyHasRemovedItsProperty() {
        assertThat(one.hold(SEQUENCE, ClockSequenceUses.NEVER)).isTrue();
        removeProperties();
        assertThat(one.until(SEQUENCE)).isEqualTo(ClockSequenceUses.HELD);
        assertThat(one.hold(SEQUENCE, ClockSequenceUses.NEVER)).isFalse();
    }
}
