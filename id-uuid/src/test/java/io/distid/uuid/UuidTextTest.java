package io.distid.uuid;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.text.TextForm;
import io.distid.text.UuidText;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class UuidTextTest {

    @ParameterizedTest
    @CsvSource({"uuid-v1, 1", "uuid-v4, 4", "uuid-v6, 6", "uuid-v7, 7"})
    void eachVersionWritesTheFormAskedFor(String strategy, int version) {
        for (TextForm form : TextForm.values()) {
            boolean prefixed = form != TextForm.JSON;
            Map<String, String> config =
                    prefixed ? Map.of("text", form.toString(), "text-prefix", "usr_") : Map.of("text", form.toString());
            UuidText text = prefixed ? form.uuids().prefixed("usr_") : form.uuids();
            try (IdGenerator ids = IdGenerators.open(strategy, config)) {
                UUID uuid = text.decode(ids.nextText());
                assertThat(uuid.version()).isEqualTo(version);
                assertThat(uuid.variant()).isEqualTo(2);
            }
        }
    }
}
