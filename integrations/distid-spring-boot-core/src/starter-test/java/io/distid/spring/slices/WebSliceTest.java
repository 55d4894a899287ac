package io.distid.spring.slices;

import static org.assertj.core.api.Assertions.assertThat;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;

import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.test.web.servlet.MockMvc;

/** {@code @WebMvcTest}: controllers have the application's generators, and ids are texts. */
@WebSlice
class WebSliceTest {
    @Autowired
    private MockMvc web;

    @Test
    void controllerShowsIdsAsTheApplicationDoes() throws Exception {
        assertThat(web.perform(get("/view")).andReturn().getResponse().getContentAsString())
                .isEqualTo(SliceView.JSON);
    }

    @Test
    void controllerDrawsFromTheApplicationsGenerator() throws Exception {
        assertThat(web.perform(post("/orders")).andReturn().getResponse().getContentAsString())
                .hasSize(26);
    }
}
