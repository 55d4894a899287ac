package io.distid.bench.subject;

import static io.distid.testkit.ServerAssumptions.orSkip;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.distid.IdGenerator;
import io.distid.LongIdGenerator;
import io.distid.testkit.Eventually;
import org.junit.jupiter.api.Test;

/** A real server. A run measures strategies and rows of entities on one database. */
class EntitiesTest {
    @Test
    void rowWithIdsOfASequenceHasASequenceOfItsOwn() {
        try (Servers servers = new Servers()) {
            draw(servers, "postgresql-sequence");

            assertThatCode(() -> draw(servers, "@DistId sequence on PG")).doesNotThrowAnyException();
        }
    }

    private static void draw(Servers servers, String name) {
        Subject subject = Catalogue.subject(name);
        orSkip(() -> {
            servers.start(subject.server());
            return servers;
        });
        Eventually.untilAnswered(() -> {
            try (IdGenerator ids = subject.open(0, servers)) {
                return ((LongIdGenerator) ids).nextId();
            }
        });
    }
}
