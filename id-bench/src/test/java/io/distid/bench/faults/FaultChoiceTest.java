package io.distid.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import java.util.List;
import org.junit.jupiter.api.Test;

class FaultChoiceTest {
    @Test
    void aStarStandsForAnyEnd() {
        FaultChoice choice = FaultChoice.of("tiny", List.of("clock*"), List.of("snowflake worker=*", "yitter*"), 1);

        assertThat(choice.faults()).extracting(Fault::name).hasSize(6).allMatch(name -> name.startsWith("clock-"));
        assertThat(choice.subjects())
                .extracting(Subject::name)
                .containsExactlyInAnyOrder(
                        "snowflake worker=etcd",
                        "snowflake worker=file",
                        "snowflake worker=mysql",
                        "snowflake worker=redis",
                        "snowflake worker=zookeeper",
                        "yitter");
    }

    @Test
    void whatIsNotNamedIsTheProfiles() {
        assertThat(FaultChoice.of("quick", List.of(), List.of(), 1).faults()).isEqualTo(Faults.ALL);
        assertThat(FaultChoice.of("tiny", List.of(), List.of(), 1).subjects())
                .extracting(Subject::name)
                .containsExactly("snowflake", "uuid-v7");
    }

    @Test
    void anUnknownNameIsAnsweredByThoseThereAre() {
        assertThatThrownBy(() -> FaultChoice.of("tiny", List.of("clok*"), List.of(), 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("unknown fault \"clok*\": there are clock-ahead, clock-apart, ")
                .hasMessageEndingWith("; * at the end of a name stands for any end, all for all, none for none");
        assertThatThrownBy(() -> FaultChoice.of("tiny", List.of(), List.of("snowflak"), 1))
                .isInstanceOf(ConfigException.class)
                .hasMessageStartingWith("unknown subject \"snowflak\": on the class path are agrona snowflake, ");
        assertThatThrownBy(() -> FaultChoice.of("huge", List.of(), List.of(), 1))
                .isInstanceOf(ConfigException.class)
                .hasMessage("--profile is \"huge\": must be one of tiny, quick");
        assertThatThrownBy(() -> FaultChoice.of("tiny", List.of("none"), List.of(), 1))
                .isInstanceOf(ConfigException.class)
                .hasMessage("--faults is \"none\": must name one at least");
    }

    @Test
    void eachFaultHasAGroupAndASentence() {
        assertThat(Faults.ALL)
                .allMatch(fault -> fault.name().matches("(clock|process|config)-[a-z-]{2,9}"))
                .allMatch(fault -> fault.sentence().matches("[A-Z].*\\."));
        assertThat(Faults.ALL).extracting(Fault::name).doesNotHaveDuplicates();
    }

    @Test
    void subjectsAreKnownByWhereTheirWorkerIdComesFrom() {
        try (Servers none = new Servers()) {
            assertThat(kind("snowflake", none)).isEqualTo(WorkerIdKind.TOLD);
            assertThat(kind("textbook snowflake", none)).isEqualTo(WorkerIdKind.TOLD);
            assertThat(kind("hutool snowflake", none)).isEqualTo(WorkerIdKind.TOLD);
            assertThat(kind("snowflake worker=file", none)).isEqualTo(WorkerIdKind.FILE);
            assertThat(kind("snowflake worker=redis", none)).isEqualTo(WorkerIdKind.LEASED);
            assertThat(kind("snowflake worker=mysql", none)).isEqualTo(WorkerIdKind.LEASED);
            assertThat(kind("uuid-v7", none)).isEqualTo(WorkerIdKind.NONE);
            assertThat(kind("leaf-segment", none)).isEqualTo(WorkerIdKind.NONE);
            assertThat(kind("uuid-creator v7", none)).isEqualTo(WorkerIdKind.NONE);
        }
    }

    @Test
    void aFaultThatMakesNoSenseSaysWhy() {
        try (Servers none = new Servers()) {
            assertThat(new SameWorkerId().senseless(FaultSubject.of(Catalogue.subject("uuid-v7"), none)))
                    .isEqualTo("it has no worker id");
            assertThat(new SameWorkerId().senseless(FaultSubject.of(Catalogue.subject("snowflake worker=redis"), none)))
                    .isEqualTo("nobody tells it a worker id");
            assertThat(new StateCopied().senseless(FaultSubject.of(Catalogue.subject("snowflake"), none)))
                    .isEqualTo("its nodes keep no local state");
        }
    }

    private static WorkerIdKind kind(String subject, Servers servers) {
        return FaultSubject.of(Catalogue.subject(subject), servers).workerIds();
    }
}
