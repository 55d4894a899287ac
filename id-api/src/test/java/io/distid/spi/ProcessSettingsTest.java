package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ProcessSettingsTest {
    private static final Map<String, String> ENVIRONMENT =
            Map.of("DISTID_PROCESS_SETTINGS_WORKER_ID", "5", "DISTID_PROCESS_SETTINGS_URL", "a");

    @Test
    void propertyCountsBeforeTheEnvironmentAndWhatIsInNeitherIsLeftOut() {
        System.setProperty("distid.process-settings.url", "b");
        try {
            assertThat(ProcessSettings.of(
                            new TestProvider("process-settings", List.of()),
                            List.of("worker.id", "url", "key"),
                            ENVIRONMENT::get))
                    .isEqualTo(Map.of("worker.id", "5", "url", "b"));
        } finally {
            System.clearProperty("distid.process-settings.url");
        }
    }
}
