package io.distid.process;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.ref.Reference;
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
        CopyDetector.system().tell(member);
        int before = CopyDetector.system().epoch();
        System.gc(); // the API keeps what is registered weakly
        Core.getGlobalContext().beforeCheckpoint(null);
        assertThat(CopyDetector.isExposed(CopyDetector.system().epoch())).isTrue();
        assertThat(heard).containsExactly("before");
        Core.getGlobalContext().afterRestore(null);
        assertThat(CopyDetector.system().epoch()).isEqualTo(before + 2);
        assertThat(heard).containsExactly("before", "copied");
        CopyDetector.system().suspected();
        assertThat(CopyDetector.system().epoch()).isEqualTo(before + 4);
        assertThat(heard).containsExactly("before", "copied", "copied");
        // It is known weakly, and hears nothing once it is collected.
        Reference.reachabilityFence(member);
    }

    /** An error, too: of those who hear of it later nobody may go on with what the copy has. */
    @Test
    void allHearOfItThoughSomeThrow() {
        CopyDetector copies = new CopyDetector();
        List<CopyListener> members = new ArrayList<>();
        List<String> heard = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            CopyListener member = new CopyListener() {
                @Override
                public void beforeCopy() {
                    heard.add("before");
                    throw new OutOfMemoryError("planted");
                }

                @Override
                public void copied() {
                    heard.add("copied");
                    throw new IllegalStateException("planted");
                }
            };
            members.add(member);
            copies.tell(member);
        }
        assertThatThrownBy(copies::expected)
                .isInstanceOf(OutOfMemoryError.class)
                .satisfies(error -> assertThat(error.getSuppressed()).hasSize(2));
        assertThat(CopyDetector.isExposed(copies.epoch())).isTrue();
        assertThatThrownBy(copies::restored)
                .isInstanceOf(IllegalStateException.class)
                .satisfies(error -> assertThat(error.getSuppressed()).hasSize(2));
        assertThat(CopyDetector.isExposed(copies.epoch())).isFalse();
        assertThatThrownBy(copies::suspected).isInstanceOf(IllegalStateException.class);
        assertThat(heard).hasSize(9).startsWith("before", "before", "before", "copied");
        assertThat(members).hasSize(3);
    }

    @Test
    void restoreThatWasNotAnnouncedIsHeardToo() throws Exception {
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
    void apiThatIsNotWhatItSeemsIsPassedOver() {
        assertThat(CheckpointHook.register(new CopyDetector(), List.of("io.distid.process.oddcrac")))
                .isNull();
    }
}
