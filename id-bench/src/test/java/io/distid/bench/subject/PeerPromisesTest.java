package io.distid.bench.subject;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.bench.subject.Promise.Weakness;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class PeerPromisesTest {
    /** Whoever takes a newer version reads its documentation again. */
    @Test
    void theDocumentationThatWasReadIsThatOfTheVersionThatTakesPart() {
        assertThat(Catalogue.underFaults(List.of(Catalogue.ALL)).stream()
                        .filter(subject -> subject.origin().library() != null))
                .allSatisfy(subject -> assertThat(Catalogue.promise(subject).library())
                        .as(subject.name())
                        .isEqualTo(subject.origin().library()));
    }

    @Test
    void weaknessIsPrintedWithTheSentenceThatItContradictsOrThatMentionsIt() {
        assertThat(Catalogue.promise(Catalogue.subject("redisson ids"))
                        .of("store-gone", Set.of(Weakness.REPEATS, Weakness.HANGS)))
                .startsWith("redisson 3.52.0: contradicts its documentation: \"Returns unique numbers but not"
                        + " monotonically increased.\" (https://www.javadoc.io/")
                .endsWith("; its documentation promises nothing of this");
        assertThat(Catalogue.promise(Catalogue.subject("yitter")).of("clock-back-down", Set.of(Weakness.REPEATS)))
                .startsWith("yitter-idgenerator 1.0.6: its documentation says: \"")
                .contains("[see to it that the clock is beyond the last stop");
        assertThat(Catalogue.promise(Catalogue.subject("yitter")).of("clock-strobe", Set.of(Weakness.REPEATS)))
                .contains(": contradicts its documentation: \"");
        assertThat(Catalogue.promise(Catalogue.subject("mybatis-plus")).of("clock-back-down", Set.of(Weakness.REPEATS)))
                .isEqualTo("mybatis-plus-core 3.5.17: its documentation promises nothing of this");
    }

    @Test
    void aPeerWhoseDocumentationNobodyReadIsNotPrinted() {
        assertThatThrownBy(() -> Catalogue.promise(Catalogue.control()))
                .isInstanceOf(IllegalStateException.class)
                .hasMessage("nobody has read what the documentation of textbook snowflake promises");
    }
}
