package io.distid.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import org.crac.Core;
import org.junit.jupiter.api.Test;

/** With {@code org.crac} on the class path. */
class CheckpointHookTest {

    @Test
    void membersHearOfCheckpointAndRestore() throws Exception {
        List<String> heard = new ArrayList<>();
        CopyListener member = new CopyListener() {
            @Override
            public void beforeCopy() {
                heard.add("before");
            }

            @Override
            public void copied() {
                heard.add("copied");
            }
        };
        Copies.system().tell(member);
        int before = Copies.system().epoch();
        System.gc(); // the API keeps what is registered weakly
        Core.getGlobalContext().beforeCheckpoint(null);
        assertThat(Copies.isExposed(Copies.system().epoch())).isTrue();
        assertThat(heard).containsExactly("before");
        Core.getGlobalContext().afterRestore(null);
        assertThat(Copies.system().epoch()).isEqualTo(before + 2);
        assertThat(heard).containsExactly("before", "copied");
        Copies.system().suspected();
        assertThat(Copies.system().epoch()).isEqualTo(before + 4);
        assertThat(heard).containsExactly("before", "copied", "copied");
    }

    @Test
    void restoreThatWasNotAnnouncedIsHeardToo() throws Exception {
        Copies.system();
        int before = Copies.system().epoch();
        Core.getGlobalContext().afterRestore(null);
        assertThat(Copies.system().epoch()).isEqualTo(before + 2);
    }

    @Test
    void whereThereIsNoSuchApiNothingIsRegistered() {
        assertThat(CheckpointHook.register(new Copies(), List.of("no.crac"))).isNull();
    }

    @Test
    void theFirstApiThatIsThereIsTaken() {
        Object resource = CheckpointHook.register(new Copies(), List.of("no.crac", "org.crac"));
        assertThat(resource).isInstanceOf(org.crac.Resource.class);
        assertThat(resource).isEqualTo(resource).isNotEqualTo(new Object());
        assertThat(resource.hashCode()).isEqualTo(resource.hashCode());
    }

    @Test
    void apiThatIsNotWhatItSeemsIsPassedOver() {
        assertThat(CheckpointHook.register(new Copies(), List.of("io.distid.process.oddcrac")))
                .isNull();
    }
}
