package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretTest {

    @Test
    void secretIsNotShown() {
        Secret secret = new Secret("hunter2");
        assertThat(secret).hasToString("***");
        assertThat(secret.reveal()).isEqualTo("hunter2");
    }

    @ParameterizedTest
    @CsvSource({
        "redis://ann:hunter2@host:6379/0, redis://***@host:6379/0",
        "redis://:hunter2@host, redis://***@host",
        "redis://hunter2@host, redis://***@host",
        "redis://ann:hun@ter2@host, redis://***@host",
        "redis://ann:hun/ter2@host/1, redis://***@host/1",
        "redis://ann:hun?ter#2@host, redis://***@host",
        "jdbc:mysql://host/db?user=ann&password=hunter2&useSSL=true, jdbc:mysql://host/db?user=ann&password=***&useSSL=true",
        "jdbc:mysql://host/db?trustCertificateKeyStorePassword=hunter2, jdbc:mysql://host/db?trustCertificateKeyStorePassword=***",
        "'jdbc:mysql://address=(host=h)(password=hunter2)(port=1)/db', 'jdbc:mysql://address=(host=h)(password=***)(port=1)/db'",
        "'jdbc:mysql://host/db?password=hun,ter2', 'jdbc:mysql://host/db?password=***'",
        "jdbc:mysql://host/db?user=ann&password=hun;ter2, jdbc:mysql://host/db?user=ann&password=***",
        "jdbc:mysql://host/db?keyStorePassword=hun)ter2&a=b, jdbc:mysql://host/db?keyStorePassword=***&a=b",
        "PASSWORD=hunter2;Token=hunter2, PASSWORD=***;Token=***"
    })
    void passwordsInUrlsAreRedacted(String url, String redacted) {
        assertThat(Secret.redact(url)).isEqualTo(redacted);
    }

    @Test
    void restOfAMessageIsLeftAlone() {
        String message =
                "jdbc:mysql://host:3306/db refuses: Access denied for user 'ann'@'localhost' (using password: YES)";
        assertThat(Secret.redact(message)).isEqualTo(message);
    }

    @Test
    void formInAMessageIsLeftAlone() {
        String message = "must be redis://[user:password@]host[:port][/database], with %40 for @ in a password";
        assertThat(Secret.redact(message)).isEqualTo(message);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                "snowflake",
                "host:6379",
                "redis://host:6379/0",
                "jdbc:mysql://host:3306/db?useSSL=true",
                "zk1:2181,zk2:2181/distid"
            })
    void otherTextsAreLeftAlone(String text) {
        assertThat(Secret.redact(text)).isEqualTo(text);
    }

    @ParameterizedTest
    @CsvSource({"a@b x//, :", "a@b, token", "x, '//h:1,'", "x, ?a", "x, &aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa"})
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void textOfPagesTakesNoTime(String text, String part) {
        String pages = text + part.repeat(400_000);
        assertThat(Secret.redact(pages)).isEqualTo(pages);
    }
}
