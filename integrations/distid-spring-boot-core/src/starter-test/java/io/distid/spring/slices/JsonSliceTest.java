package io.distid.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spring.boot.Line;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.ApplicationContext;

/** {@code @JsonTest}: ids are texts, as in the application. */
@JsonSlice
class JsonSliceTest {
    @Autowired
    private ApplicationContext context;

    @Test
    void idsAreWrittenAsTheApplicationWritesThem() throws Exception {
        assertThat(Line.json(context, SliceView.VIEW)).isEqualTo(SliceView.JSON);
    }
}
