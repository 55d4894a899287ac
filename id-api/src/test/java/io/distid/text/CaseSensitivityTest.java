package io.distid.text;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Which forms tell two ids apart by the case of a letter alone. */
class CaseSensitivityTest {
    private static final int IDS = 10_000;

    @ParameterizedTest
    @EnumSource
    void textsOfDenseIdsMeetWithoutCaseIfTheFormSaysSo(TextForm form) {
        Set<String> texts = new HashSet<>();
        for (long id = 1; id <= IDS; id++) {
            texts.add(form.longs().encode(id).toLowerCase(Locale.ROOT));
        }
        assertThat(texts.size() < IDS).isEqualTo(form.isCaseSensitive());
    }

    @ParameterizedTest
    @EnumSource
    void textsOfDenseUuidsMeetWithoutCaseIfTheFormSaysSo(TextForm form) {
        Set<String> texts = new HashSet<>();
        for (long id = 1; id <= IDS; id++) {
            texts.add(form.uuids().encode(new UUID(0x7000, 1L << 63 | id)).toLowerCase(Locale.ROOT));
        }
        assertThat(texts.size() < IDS).isEqualTo(form.isCaseSensitive());
    }
}
