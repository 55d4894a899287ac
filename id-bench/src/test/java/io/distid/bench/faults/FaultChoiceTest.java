package io.distid.bench.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.WorkerIdKind;
import java.time.Duration;
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
                        "snowflake worker=mysql-register",
                        "snowflake worker=postgresql",
                        "snowflake worker=redis",
                        "snowflake worker=redis-set",
                        "snowflake worker=zookeeper",
                        "snowflake worker=zookeeper-leaf",
                        "yitter");
    }

    @Test
    void whatIsNotNamedIsTheProfiles() {
        assertThat(FaultChoice.of("quick", List.of(), List.of(), 1).faults()).isEqualTo(Faults.ALL);
        assertThat(FaultChoice.of("tiny", List.of(), List.of(), 1).subjects())
                .extracting(Subject::name)
                .containsExactly("snowflake", "uuid-v7", "redis-incr");
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
                .hasMessage("--profile is \"huge\": must be one of tiny, quick, full");
        assertThatThrownBy(() -> FaultChoice.of("tiny", List.of("none"), List.of(), 1))
                .isInstanceOf(ConfigException.class)
                .hasMessage("--faults is \"none\": must name one at least");
    }

    @Test
    void eachFaultHasAGroupAndASentence() {
        assertThat(Faults.ALL)
                .allMatch(fault -> fault.name().matches("(clock|process|config|store|network|format)-[a-z-]{2,9}"))
                .allMatch(fault -> fault.sentence().matches("[A-Z].*\\."));
        assertThat(Faults.ALL).extracting(Fault::name).doesNotHaveDuplicates();
    }

    @Test
    void faultsOfServersAreDoneToThoseThatHaveOne() {
        try (Servers none = new Servers()) {
            FaultSubject leased = new FaultSubject(Catalogue.subject("snowflake worker=redis"), none);
            FaultSubject fixed = new FaultSubject(Catalogue.subject("snowflake"), none);
            FaultSubject etcd = new FaultSubject(Catalogue.subject("leaf-segment store=etcd"), none);
            FaultSubject replicated = new FaultSubject(Catalogue.subject("redis-incr replicas=1"), none);

            for (Fault fault : Faults.named(List.of("store*", "network*"))) {
                assertThat(fault.setup(leased))
                        .as(fault.name())
                        .isEqualTo(
                                switch (fault.name()) {
                                    case "store-failover" -> ServerSetup.ENSEMBLE;
                                    case "store-cluster" -> ServerSetup.REDIS_CLUSTER;
                                    case "store-full" -> ServerSetup.OWN_DISK;
                                    default -> ServerSetup.OWN;
                                });
                assertThat(fault.whyInapplicable(leased)).as(fault.name()).isNull();
                assertThat(fault.whyInapplicable(fixed)).as(fault.name()).isEqualTo("it asks no server");
                assertThat(fault.whyInapplicable(replicated)).as(fault.name()).isEqualTo("its store is two servers");
            }
            assertThat(StoreLosses.CLUSTER_FAILED_OVER.whyInapplicable(etcd)).isEqualTo("its store is not Redis");
            assertThat(ServerFaults.OUT_OF_CONNECTIONS.whyInapplicable(etcd))
                    .isEqualTo("etcd limits connections by file descriptors alone");
            assertThat(FormatEnd.FAULT.setup(leased)).isEqualTo(ServerSetup.OWN);
            assertThat(FormatEnd.FAULT.setup(fixed)).isEqualTo(ServerSetup.SHARED);
            assertThat(FormatEnd.FAULT.whyInapplicable(new FaultSubject(Catalogue.subject("yitter"), none)))
                    .isEqualTo("its epoch cannot be set so far back that its time ends now");
            assertThat(FormatEnd.FAULT.whyInapplicable(new FaultSubject(Catalogue.subject("hutool snowflake"), none)))
                    .isNull();
        }
    }

    @Test
    void whatAStoreHasLostIsAPremiseOfCountersAndOfLeasesOnlyWhereNothingShowsThatItWentBack() {
        try (Servers none = new Servers()) {
            FaultSubject leased = new FaultSubject(Catalogue.subject("snowflake worker=redis"), none);
            FaultSubject counter = new FaultSubject(Catalogue.subject("redis-incr"), none);
            FaultSubject onZooKeeper = new FaultSubject(Catalogue.subject("snowflake worker=zookeeper"), none);

            assertThat(StoreLosses.ROLLED_BACK.takes(onZooKeeper)).containsExactly(Premise.STORE);
            assertThat(StoreLosses.ROLLED_BACK.takes(leased)).isEmpty();
            assertThat(StoreLosses.FAILED_OVER.takes(leased)).isEmpty();
            assertThat(StoreLosses.FAILED_OVER.takes(counter)).containsExactly(Premise.STORE);
            assertThat(StoreLosses.ROLLED_BACK.takes(counter)).containsExactly(Premise.STORE);
            assertThat(StoreLosses.REMADE.takes(leased)).isEmpty();
            assertThat(StoreLosses.REMADE.takes(counter)).containsExactly(Premise.STORE);
            assertThat(Faults.named(
                            List.of("store-kill", "store-pause", "store-conns", "store-full", "network*", "format*")))
                    .allMatch(fault -> fault.takes(leased).isEmpty())
                    .allMatch(fault -> fault.takes(counter).isEmpty());
            assertThat(Faults.named(List.of("store-rollback", "store-gone", "store-remade")))
                    .allMatch(fault -> fault.canRepeat(counter) != null);
        }
    }

    @Test
    void aProfileLeavesOutCellsWithServersOfTheirOwnAndNamesOfSubjectsBringThemBack() {
        try (Servers none = new Servers()) {
            FaultSubject etcd = new FaultSubject(Catalogue.subject("snowflake worker=etcd"), none);
            FaultChoice quick = FaultChoice.of("quick", List.of(), List.of(), 1);

            assertThat(quick.includes(ServerFaults.KILLED, etcd)).isFalse();
            assertThat(quick.includes(ProcessFaults.KILLED, etcd)).isTrue();
            assertThat(FaultChoice.of("full", List.of(), List.of(), 1).includes(ServerFaults.KILLED, etcd))
                    .isTrue();
            assertThat(FaultChoice.of("quick", List.of(), List.of("snowflake*"), 1)
                            .includes(ServerFaults.KILLED, etcd))
                    .isTrue();
        }
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
            assertThat(kind("snowflake worker=mysql-register", none)).isEqualTo(WorkerIdKind.REGISTERED);
            assertThat(kind("snowflake worker=redis-set", none)).isEqualTo(WorkerIdKind.LEASED);
            assertThat(kind("hazelcast flake ids", none)).isEqualTo(WorkerIdKind.JOINED);
            assertThat(kind("redisson ids", none)).isEqualTo(WorkerIdKind.NONE);
            assertThat(kind("uuid-v7", none)).isEqualTo(WorkerIdKind.NONE);
            assertThat(kind("leaf-segment", none)).isEqualTo(WorkerIdKind.NONE);
            assertThat(kind("uuid-creator v7", none)).isEqualTo(WorkerIdKind.NONE);
        }
    }

    @Test
    void peersWhoseNodesAreNumberedTellHowManyNumbersThereAre() {
        try (Servers none = new Servers()) {
            List<FaultSubject> numbered = Catalogue.peers().stream()
                    .filter(peer -> peer.origin().options().contains("=node")
                            || peer.origin().options().contains("(node"))
                    .map(peer -> new FaultSubject(peer, none))
                    .toList();

            assertThat(numbered).hasSizeGreaterThanOrEqualTo(6).allSatisfy(peer -> {
                assertThat(peer.workerIds()).as(peer.name()).isEqualTo(WorkerIdKind.TOLD);
                assertThat(peer.workerIdCount()).as(peer.name()).isBetween(32, 1024);
            });
            assertThat(numbered.stream()
                            .filter(peer -> Duration.ofMillis(1L << 41).equals(peer.lasts()))
                            .map(FaultSubject::name))
                    .contains("tsid-creator", "cosid snowflake", "hutool snowflake");
        }
    }

    @Test
    void aFaultThatMakesNoSenseSaysWhy() {
        try (Servers none = new Servers()) {
            assertThat(ConfigFaults.SAME_ID.whyInapplicable(new FaultSubject(Catalogue.subject("uuid-v7"), none)))
                    .isEqualTo("it has no worker id");
            assertThat(ConfigFaults.SAME_ID.whyInapplicable(
                            new FaultSubject(Catalogue.subject("snowflake worker=redis"), none)))
                    .isEqualTo("no setting gives it a worker id");
            assertThat(ConfigFaults.COPIED.whyInapplicable(new FaultSubject(Catalogue.subject("snowflake"), none)))
                    .isEqualTo("its nodes keep no local state");
        }
    }

    private static WorkerIdKind kind(String subject, Servers servers) {
        return new FaultSubject(Catalogue.subject(subject), servers).workerIds();
    }
}
