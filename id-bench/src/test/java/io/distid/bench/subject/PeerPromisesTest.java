package io.distid.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.subject.PeerPromises.Weakness;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class PeerPromisesTest {
    /** Whoever takes a newer version reads its documentation again. */
    @Test
    void theDocumentationThatWasReadIsThatOfTheVersionThatTakesPart() {
        assertThat(Stream.of(Peers.all(), Peers.ofFaults()).flatMap(List::stream))
                .allSatisfy(
                        subject -> assertThat(PeerPromises.peer(subject.name()).library())
                                .as(subject.name())
                                .isEqualTo(subject.origin().library()));
    }

    @Test
    void aWeaknessIsToldWithTheSentenceThatItContradictsOrThatTellsOfIt() {
        assertThat(PeerPromises.of(
                        Catalogue.subject("redisson ids"), "store-gone", Set.of(Weakness.REPEATS, Weakness.HANGS)))
                .startsWith("redisson 3.52.0: contradicts its documentation: \"Returns unique numbers but not"
                        + " monotonically increased.\" (https://www.javadoc.io/")
                .endsWith("; its documentation promises nothing of this");
        assertThat(PeerPromises.of(Catalogue.subject("yitter"), "clock-back-down", Set.of(Weakness.REPEATS)))
                .startsWith("yitter-idgenerator 1.0.6: its documentation says: \"")
                .contains("[see to it that the clock is beyond the last stop");
        assertThat(PeerPromises.of(Catalogue.subject("yitter"), "clock-strobe", Set.of(Weakness.REPEATS)))
                .contains(": contradicts its documentation: \"");
        assertThat(PeerPromises.of(Catalogue.subject("mybatis-plus"), "clock-back-down", Set.of(Weakness.REPEATS)))
                .isEqualTo("mybatis-plus-core 3.5.17: its documentation promises nothing of this");
    }

    @Test
    void aPeerWhoseDocumentationNobodyReadIsNotPrinted() {
        assertThatThrownBy(() -> PeerPromises.peer("another peer"))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nobody has read what the documentation of another peer promises");
    }
}
