package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.text.TextForm;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UuidTextTest {

    @ParameterizedTest
    @CsvSource({"uuid-v1, 1", "uuid-v4, 4", "uuid-v6, 6", "uuid-v7, 7"})
    void eachVersionWritesTheFormAskedFor(String strategy, int version) {
        for (TextForm form : TextForm.values()) {
            Map<String, String> config = Map.of("text", form.toString(), "text-prefix", "usr_");
            try (IdGenerator ids = IdGenerators.open(strategy, config)) {
                UUID uuid = form.uuids().prefixed("usr_").decode(ids.nextText());
                assertThat(uuid.version()).isEqualTo(version);
                assertThat(uuid.variant()).isEqualTo(2);
            }
        }
    }
}
