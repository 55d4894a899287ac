package io.distid.bench.locks;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Servers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("slow")
class CrashHandOverTest {
    @Test
    void lockThatIsGrantedToEverybodyIsFoundToBeGrantedBeforeItsHoldersLeaseIsOver() throws Exception {
        Duration lease = Duration.ofMinutes(5);
        try (Servers servers = new Servers()) {
            Map<String, HandOver> found =
                    CrashHandOver.measure(List.of(Catalogue.subject("lock split")), servers, lease);
            assertThat(found).containsOnlyKeys("lock split");
            assertThat(found.get("lock split").kind()).isEqualTo(HandOver.Kind.BEFORE_LEASE_ENDED);
            assertThat(found.get("lock split").millis()).isBetween(1.0, (double) lease.toMillis());
        }
    }
}
