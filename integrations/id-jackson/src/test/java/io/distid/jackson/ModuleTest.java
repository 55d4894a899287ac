package io.distid.jackson;

import static io.distid.text.TextForm.CROCKFORD;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testkit.ReducedClassPath;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import tools.jackson.databind.json.JsonMapper;

class ModuleTest {
    record Order(@IdText(CROCKFORD) long id) {}

    record Number(long value) {}

    @ParameterizedTest
    @EnumSource
    void aMapperThatFindsModulesByItselfHeedsTheAnnotation(Jackson jackson) {
        assertThat(jackson.withFoundModules().write(new Order(1))).isEqualTo("{\"id\":\"0000000000001\"}");
    }

    @ParameterizedTest
    @EnumSource
    void withoutAFormatOtherLongsStayNumbers(Jackson jackson) {
        assertThat(jackson.withFoundModules().write(new Number(Long.MAX_VALUE)))
                .isEqualTo("{\"value\":9223372036854775807}");
    }

    @Test
    void modulesOfDifferentFormatsAreBothRegistered() {
        JsonIdFormat longs = JsonIdFormat.annotated().longsAs(CROCKFORD);
        assertThat(new Jackson3IdModule(longs).getRegistrationId())
                .isNotEqualTo(new Jackson3IdModule().getRegistrationId());
        assertThat(new Jackson2IdModule(longs).getTypeId()).isNotEqualTo(new Jackson2IdModule().getTypeId());
    }

    @Test
    void oneVersionNeedsNothingOfTheOther() {
        assertThat(ReducedClassPath.call(Alone.class, "three", com.fasterxml.jackson.databind.ObjectMapper.class))
                .isEqualTo("{\"id\":\"0000000000001\"}");
        assertThat(ReducedClassPath.call(Alone.class, "two", JsonMapper.class)).isEqualTo("{\"id\":\"0000000000001\"}");
    }

    /** What an application with one version does. */
    public static final class Alone {
        private Alone() {}

        public static String three() {
            return JsonMapper.builder().findAndAddModules().build().writeValueAsString(new Order(1));
        }

        public static String two() throws IOException {
            return new com.fasterxml.jackson.databind.ObjectMapper()
                    .findAndRegisterModules()
                    .writeValueAsString(new Order(1));
        }
    }
}
