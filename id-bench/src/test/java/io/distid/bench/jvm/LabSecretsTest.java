package io.distid.bench.jvm;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class LabSecretsTest {

    @Test
    void whatTheCommandLineHasOfPasswordsIsHidden() {
        LabSecrets.know(
                "next",
                "x",
                "-Dworker.password=lab-one",
                "--mysql-url=jdbc:mysql://ann:lab-two@host/db",
                "--add",
                "redis://:lab%2Dthree@h");
        assertThat(LabSecrets.hide("lab-one, lab-two, lab-three, lab%2Dthree and next x"))
                .isEqualTo("***, ***, ***, *** and next x");
    }

    @Test
    void whatSettingsHaveOfThemIsHidden() {
        LabSecrets.know(Map.of("sentinel-password", "lab-four", "worker.auth", "ann:lab-five", "key", "ids"));
        assertThat(LabSecrets.hide("lab-four, lab-five, ids")).isEqualTo("***, ***, ids");
    }

    @Test
    void urlOfAStrangerIsShownWithoutWhatMayBeSecret() {
        assertThat(LabSecrets.hide("no server at jdbc:mysql://a/b?password=never-told, sorry"))
                .isEqualTo("no server at jdbc:mysql://a/b, sorry");
    }
}
