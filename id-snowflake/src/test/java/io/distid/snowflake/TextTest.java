package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.text.LongText;
import io.distid.text.TextForm;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class TextTest {
    private static LongIdGenerator open(Map<String, String> text) {
        Map<String, String> config = new HashMap<>(Map.of("worker.id", "3", "namespace", "text"));
        config.putAll(text);
        return IdGenerators.openLong("snowflake", config);
    }

    @Test
    void textIsDecimalUnlessAskedOtherwise() {
        try (LongIdGenerator snowflake = open(Map.of())) {
            long before = snowflake.nextId();
            String text = snowflake.nextText();
            assertThat(text).isEqualTo(Long.toString(Long.parseLong(text)));
            assertThat(Long.parseLong(text)).isBetween(before + 1, snowflake.nextId() - 1);
        }
    }

    @Test
    void paddedTextHasNineteenDigitsAndSortsAsTheIdsDo() {
        // One minute after its epoch an id has 12 digits, so there are zeros to pad with.
        String epoch = String.valueOf(System.currentTimeMillis() - 60_000);
        try (LongIdGenerator snowflake = open(Map.of("text", "padded", "epoch", epoch))) {
            List<String> texts = new ArrayList<>();
            for (int i = 0; i < 100; i++) {
                texts.add(snowflake.nextText());
            }
            assertThat(texts)
                    .isSorted()
                    .doesNotHaveDuplicates()
                    .allMatch(text -> text.matches("0{6,7}[1-9]\\d{11,12}"));
        }
    }

    @ParameterizedTest
    @EnumSource
    void eachSharedFormWritesTheNextId(TextForm form) {
        try (LongIdGenerator snowflake = open(Map.of("text", form.toString()))) {
            LongText text = form.longs();
            long before = snowflake.nextId();
            long id = text.decode(snowflake.nextText());
            assertThat(id).isBetween(before + 1, snowflake.nextId() - 1);
            assertThat(SnowflakePreset.DISTID.layout().decode(id).worker()).isEqualTo(3);
        }
    }

    @Test
    void prefixAndDayStandBeforeTheId() {
        Map<String, String> config = Map.of("text", "padded", "text-prefix", "ord_", "text-date", "true");
        try (LongIdGenerator snowflake = open(config)) {
            assertThat(snowflake.nextText()).matches("ord_20\\d{6}\\d{19}");
        }
    }
}
