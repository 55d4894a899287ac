package io.distid.zookeeper;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.BackendException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LeafSnowflakeFormatsTest {
    @Test
    void numberIsWhatFollowsTheLastHyphenOfTheLastElement() {
        assertThat(LeafSnowflakeNode.parse("/snowflake/my-fleet-1/forever/10.0.0.1:8080-0000000007"))
                .isEqualTo(new LeafSnowflakeNode("10.0.0.1:8080", 7));
        assertThat(LeafSnowflakeNode.parse("orders-3.my-set.svc:8080-0000001023"))
                .isEqualTo(new LeafSnowflakeNode("orders-3.my-set.svc:8080", 1023));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "10.0.0.1:8080",
                "10.0.0.1:8080-7",
                "10.0.0.1-0000000007",
                "clock",
                "a:1-9999999999",
                "a:1--000000001"
            })
    void nodesThatAreNotLeafsAreNotTakenForOne(String name) {
        assertThat(LeafSnowflakeNode.parse(name)).isNull();
    }

    @Test
    void nameIsWrittenAsItWasRead() {
        assertThat(new LeafSnowflakeNode("a-b:1", 12).name()).isEqualTo("a-b:1-0000000012");
    }

    @Test
    void uploadIsWrittenAsLeafWritesIt() {
        assertThat(new String(
                        LeafSnowflakeUpload.of("10.0.0.1:8080", 1700000000000L).bytes()))
                .isEqualTo("{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"timestamp\":1700000000000}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"ip\":\"10.0.0.1\",\"port\":\"8080\",\"timestamp\":1700000000000}",
                " { \"timestamp\" : 1700000000000 , \"port\" : 8080, \"ip\" : \"10.0.0.1\" } ",
                "{\"ip\":null,\"timestamp\":1700000000000,\"fork\":\"x\"}"
            })
    void timestampIsReadFromAnyOrder(String json) {
        assertThat(LeafSnowflakeUpload.timestamp("/n", LeafSnowflakeFixture.bytes(json)))
                .isEqualTo(1700000000000L);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "{}",
                "0",
                "{\"timestamp\":-5}",
                "{\"timestamp\":\"1700000000000\"}",
                "{\"timestamp\":17000000000000000000000}",
                "{\"timestamp\":1700000000000",
                "{\"ip\":\"{\\\"timestamp\\\":1}\"}",
                "{\"ip\":\",\"timestamp\":1,\"\"}"
            })
    void whatIsNotAnUploadIsRefusedAndNeverReadAsZero(String json) {
        assertThatThrownBy(() -> LeafSnowflakeUpload.timestamp("/n", LeafSnowflakeFixture.bytes(json)))
                .isInstanceOf(BackendException.class)
                .hasMessageContaining("/n");
    }
}
