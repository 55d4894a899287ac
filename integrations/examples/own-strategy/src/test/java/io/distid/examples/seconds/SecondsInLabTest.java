package io.distid.examples.seconds;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.bench.decode.Decoder;
import io.distid.bench.decode.Reading;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.WorkerIdKind;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Where the strategy is on the class path of the lab, the lab has it, and no file of the lab was changed for that. */
class SecondsInLabTest {
    @Test
    void theLabHasARowWhoseNodesHaveGivenWorkerIds() {
        Subject row = Catalogue.subject("seconds");

        assertThat(Catalogue.underFaults(List.of("seconds")))
                .extracting(Subject::name)
                .containsExactly("seconds");
        assertThat(row.layout().kind()).isEqualTo(WorkerIdKind.TOLD);
        assertThat(row.layout().workerIds()).isEqualTo(32);
        assertThat(row.layout().claims().bits()).isEqualTo(53);
        assertThat(row.settings().of(3, null)).containsEntry("worker.id", "3");
    }

    @Test
    void decodeReadsItsIds() {
        Instant before = Instant.now().minusSeconds(1);
        long id;
        try (LongIdGenerator ids = IdGenerators.openLong("seconds", Map.of("worker.id", "7"))) {
            id = ids.nextId();
        }

        assertThat(Decoder.of(Long.toString(id), Instant.now()))
                .filteredOn(reading -> reading.layout().equals("seconds"))
                .singleElement()
                .satisfies(reading -> assertThat(reading.time()).isAfter(before))
                .extracting(Reading::fields)
                .isEqualTo(Map.of("worker", 7L, "sequence", 0L));
        assertThat(Decoder.of(Long.toString(id), "seconds", Map.of(), Instant.now()))
                .extracting(Reading::layout)
                .contains("seconds");
    }
}
