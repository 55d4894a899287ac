package io.distid.snowflake;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.distid.ConfigException;
import io.distid.IdGenerators;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Settings that change nothing, and messages that show what was written under the name that it has. */
class SettingsWithoutEffectTest {

    @Test
    void preferredIdBesideAnIdThatIsGivenIsRefused(@TempDir Path folder) {
        Map<String, String> prefer = Map.of("prefer", "fixed", "prefer.id", "5", "worker.id", "3");
        refused(prefer, "a preferred worker id has no effect");
        String file = folder.resolve("worker").toString();
        refused(
                Map.of(
                        "prefer",
                        "fixed",
                        "prefer.id",
                        "5",
                        "worker",
                        "file",
                        "worker.file",
                        file,
                        "worker.id",
                        "3",
                        "worker.file-create",
                        "true"),
                "a preferred worker id has no effect");
    }

    @Test
    void preferredIdOutOfRangeIsReportedWithItsKey(@TempDir Path folder) {
        refused(
                Map.of(
                        "prefer",
                        "fixed",
                        "prefer.id",
                        "99999",
                        "worker",
                        "file",
                        "worker.file",
                        folder.resolve("worker").toString(),
                        "worker.file-create",
                        "true"),
                "worker id is 99999 (key prefer.id)");
        refused(Map.of("worker.id", "99999"), "worker id is 99999 (key worker.id)");
    }

    @ParameterizedTest
    @ValueSource(strings = {"-1", "eu-west-1"})
    void invalidDatacenterIsShown(String datacenter) {
        refused(Map.of("worker.id", "1", "datacenter", datacenter), "key \"datacenter\" is \"" + datacenter + "\"");
    }

    @ParameterizedTest
    @CsvSource({"33134745600000", "3020-01-01T00:00:00Z", "-99999999999999"})
    void epochIsShownAsItWasWritten(String epoch) {
        refused(
                Map.of("worker.id", "1", "epoch", epoch),
                "snowflake: key \"epoch\" is \"" + epoch + "\": must be from");
    }

    @Test
    void namesOfDatacentersWithoutASourceAreRefused() {
        refused(Map.of("worker.id", "1", "datacenter-names", "a,b"), "only with datacenter");
    }

    @ParameterizedTest
    @CsvSource({"fixed, id, 3", "hostname, host, node-3", "ip, address, 10.1.2.3"})
    void reservationForAnIdThatIsNotLeasedIsRefused(String worker, String key, String value) {
        refused(
                Map.of("worker", worker, "worker." + key, value, "reservation", "3s"),
                "snowflake: key \"reservation\" is \"3s\": must be left out, since nothing is reserved");
    }

    private static void refused(Map<String, String> settings, String reason) {
        assertThatThrownBy(() -> IdGenerators.open("snowflake", settings).close())
                .isInstanceOf(ConfigException.class)
                .hasMessageContaining(reason);
    }
}
