package io.distid.internal.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import io.distid.spi.StubProvider;
import io.distid.worker.WorkerIds;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LeaseResourcesTest {
    private final List<String> closed = new ArrayList<>();

    @Test
    void openingThatSucceedsClosesNothingYet() {
        LeaseResources resources = LeaseResources.open(opened -> {
            opened.own(() -> closed.add("one"));
            return opened;
        });
        assertThat(closed).isEmpty();
        resources.close();
        resources.close();
        assertThat(closed).containsExactly("one");
    }

    @Test
    void openingThatFailsClosesAllThoughOneDoesNotClose() {
        IllegalStateException stuck = new IllegalStateException("does not close");
        assertThatThrownBy(() -> LeaseResources.open(opened -> {
                    opened.own(() -> {
                        throw stuck;
                    });
                    opened.own(() -> closed.add("two"));
                    throw new ConfigException("no");
                }))
                .isInstanceOf(ConfigException.class)
                .hasMessage("no")
                .hasSuppressedException(stuck);
        assertThat(closed).containsExactly("two");
    }

    @Test
    void resourceWhoseCloseIsAnErrorKeepsNoOtherOpen() {
        LinkageError error = new LinkageError("planted");
        IllegalStateException stuck = new IllegalStateException("does not close");
        LeaseResources resources = LeaseResources.open(opened -> {
            opened.own(() -> {
                throw error;
            });
            opened.own(() -> {
                throw stuck;
            });
            opened.own(() -> closed.add("three"));
            return opened;
        });
        assertThatThrownBy(resources::close).isSameAs(error).hasSuppressedException(stuck);
        assertThat(closed).containsExactly("three");
    }

    @Test
    void sourceIsOpenedWithItsOwnSettings() {
        assertThat(open(Map.of("worker", "fixed", "worker.id", "5")))
                .isEqualTo(new DerivedWorkerIds(5, "key worker.id"));
    }

    @Test
    void sourceThatDoesNotOpenIsAConfigException() {
        for (Map<String, String> settings :
                List.of(Map.of("worker", "no-such-source"), Map.of("worker", "fixed", "worker.id", "five"))) {
            assertThatThrownBy(() -> open(settings)).isInstanceOf(ConfigException.class);
        }
    }

    private static WorkerIds open(Map<String, String> settings) {
        return LeaseResources.open(opened -> opened.source(IdConfig.of(new Leased(), settings), "worker"));
    }

    private static final class Leased extends StubProvider {
        Leased() {
            super("leased", ConfigKey.provider("worker", "fixed", "the source"));
        }
    }
}
