package io.distid.examples.orders;

import static org.assertj.core.api.Assertions.assertThat;
import static org.hamcrest.Matchers.matchesPattern;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.get;
import static org.springframework.test.web.servlet.request.MockMvcRequestBuilders.post;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.jsonPath;
import static org.springframework.test.web.servlet.result.MockMvcResultMatchers.status;

import com.jayway.jsonpath.JsonPath;
import io.distid.LongIdGenerator;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.boot.webmvc.test.autoconfigure.AutoConfigureMockMvc;
import org.springframework.http.MediaType;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.web.servlet.MockMvc;

/** The whole application without any server: its tables are H2's, its worker id is fixed. */
@SpringBootTest
@AutoConfigureMockMvc
@ActiveProfiles("test")
class WithoutServerTest {
    @Autowired
    private MockMvc web;

    @Autowired
    private LongIdGenerator ids;

    @Test
    void workerIdIsTheFixedOne() {
        assertThat(ids.stats().lease().orElseThrow().workerId()).isEqualTo(1);
    }

    @Test
    void orderIsPlacedAndPaid() throws Exception {
        String order = "{\"customer\":\"Ann\",\"cents\":1250}";
        String placed = web.perform(
                        post("/orders").contentType(MediaType.APPLICATION_JSON).content(order))
                .andExpect(status().isCreated())
                .andReturn()
                .getResponse()
                .getContentAsString();
        String payments = "/orders/" + JsonPath.read(placed, "$.id") + "/payments";

        web.perform(post(payments).contentType(MediaType.APPLICATION_JSON).content("{\"cents\":1250}"))
                .andExpect(status().isCreated());
        web.perform(get(payments))
                .andExpect(jsonPath("$[0].id").value(matchesPattern("\\d{18,19}")))
                .andExpect(jsonPath("$[0].cents").value(1250));
    }
}
