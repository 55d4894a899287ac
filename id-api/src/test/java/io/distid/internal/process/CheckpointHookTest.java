package io.distid.internal.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.crac.Core;
import org.junit.jupiter.api.Test;

/** With {@code org.crac} on the class path. */
class CheckpointHookTest {

    @Test
    void checkpointAndRestoreBeginEpochs() throws Exception {
        CopyDetector copies = CopyDetector.system();
        int before = copies.epoch();
        System.gc(); // the API keeps what is registered weakly
        Core.getGlobalContext().beforeCheckpoint(null);
        assertThat(CopyDetector.isExposed(copies.epoch())).isTrue();
        Core.getGlobalContext().afterRestore(null);
        assertThat(copies.epoch()).isEqualTo(before + 2);
    }

    @Test
    void restoreThatWasNotAnnouncedIsNoticedToo() throws Exception {
        CopyDetector.system();
        int before = CopyDetector.system().epoch();
        Core.getGlobalContext().afterRestore(null);
        assertThat(CopyDetector.system().epoch()).isEqualTo(before + 2);
    }

    @Test
    void whereThereIsNoSuchApiNothingIsRegistered() {
        assertThat(CheckpointHook.register(new CopyDetector(), List.of("no.crac")))
                .isNull();
    }

    @Test
    void theFirstApiThatIsThereIsTaken() {
        Object resource = CheckpointHook.register(new CopyDetector(), List.of("no.crac", "org.crac"));
        assertThat(resource).isInstanceOf(org.crac.Resource.class);
        assertThat(resource).isEqualTo(resource).isNotEqualTo(new Object());
        assertThat(resource.hashCode()).isEqualTo(resource.hashCode());
    }

    @Test
    void apiOfTheSameNameButAnotherFormIsSkipped() {
        assertThat(CheckpointHook.register(new CopyDetector(), List.of("io.distid.internal.process.oddcrac")))
                .isNull();
    }
}
