package io.distid.spi;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.internal.Secrets;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class SecretsTest {
    private static final String PASSWORD = "p&s Ecr*t/\u00e4";
    private static final Secrets SECRETS = Secrets.of(List.of(PASSWORD));

    @Test
    void secretIsHiddenAsItIsAndEncoded() {
        String encoded = URLEncoder.encode(PASSWORD, StandardCharsets.UTF_8);
        for (String spelling : List.of(
                PASSWORD,
                encoded,
                encoded.replace("+", "%20"),
                encoded.replace("%C3%A4", "%c3%a4").replace("%2F", "%2f").replace("%26", "%26"))) {
            assertThat(SECRETS.hide("denied to ann with " + spelling + ", sorry"))
                    .isEqualTo("denied to ann with ***, sorry");
        }
    }

    @Test
    void secretOfAUrlIsHiddenDecoded() {
        Secrets secrets = Secrets.of(List.of(), List.of("redis://:p%40ss%26word@host"));
        assertThat(secrets.hide("got p@ss&word and p%40ss%26word")).isEqualTo("got *** and ***");
    }

    @Test
    void longerSecretIsHiddenBeforeOneThatItHolds() {
        assertThat(Secrets.of(List.of("hunter", "hunter2")).hide("hunter2")).isEqualTo("***");
    }

    /** Each letter of a message would be three asterisks, and the rest of it would tell which letters they are. */
    @ParameterizedTest
    @ValueSource(strings = {"a", "ab", "abc"})
    void textThatHoldsAShortSecretIsNotShown(String secret) {
        Secrets secrets = Secrets.of(List.of(secret));
        assertThat(secrets.hide("the abc of it")).isEqualTo("(a text that is not shown, since it may hold a secret)");
        assertThat(secrets.hide("no such row")).isEqualTo("no such row");
    }

    @Test
    void emptySecretHidesNothing() {
        assertThat(Secrets.of(List.of("", " ")).hide("a text")).isEqualTo("a text");
    }

    @ParameterizedTest
    @CsvSource({
        "'the store at jdbc:mysql://db/x?password=hunter2 went away', 'the store at jdbc:mysql://db/x went away'",
        "'cannot reach (redis://:hunter2@host:1), sorry', 'cannot reach (redis://host:1), sorry'",
        "'no driver for jdbc:mysql://(password=hunter2)/x', 'no driver for (an address that is not shown)'",
        "see http://example.org/page., see http://example.org/page.",
        "'Access denied for user ''ann''@''localhost'' (using password: YES)', 'Access denied for user ''ann''@''localhost'' (using password: YES)'"
    })
    void urlOfATextIsBuiltFromItsParts(String text, String shown) {
        assertThat(Secrets.NONE.hide(text)).isEqualTo(shown);
    }

    @ParameterizedTest
    @ValueSource(strings = {"//", ":", "a:", "://", "a://b,", "@", "x://@"})
    @Timeout(value = 120, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void textOfPagesTakesNoTime(String part) {
        assertThat(SECRETS.hide(part.repeat(400_000))).isNotEmpty();
    }

    @Test
    void errorIsHiddenWithItsCausesAndWhatItSuppresses() {
        Exception thrown = new IllegalStateException("outer", new RuntimeException("cause has " + PASSWORD));
        thrown.addSuppressed(new IllegalArgumentException("suppressed has " + PASSWORD));
        thrown.getCause().addSuppressed(new Exception("below", thrown));

        Throwable hidden = SECRETS.hide(thrown);

        assertThat(trace(hidden))
                .doesNotContain(PASSWORD)
                .contains(
                        "java.lang.IllegalStateException: outer",
                        "Caused by: java.lang.RuntimeException: cause has ***",
                        "Suppressed: java.lang.IllegalArgumentException: suppressed has ***",
                        "SecretsTest.errorIsHiddenWithItsCausesAndWhatItSuppresses");
        assertThat(hidden).hasMessage("outer").hasRootCauseMessage("cause has ***");
    }

    @Test
    void errorWithoutSecretsStaysItself() {
        Exception thrown = new IllegalStateException("outer", new RuntimeException("cause"));
        assertThat(SECRETS.hide(thrown)).isSameAs(thrown);
    }

    @Test
    void settingsHideTheirOwn() {
        TestProvider provider = new TestProvider(
                "hiding",
                ConfigKey.secret("password", "a password"),
                ConfigKey.address("url", "x://\\S+", "x://host", null, "where"));
        IdConfig config = IdConfig.of(
                provider, Map.of("password", "hunter2", "url", "x://ann:s3cret@host?key=top-secret"), Map.of());
        assertThat(config.hide("hunter2, s3cret, top-secret and ann")).isEqualTo("***, ***, *** and ann");
        assertThat(config.hide(new Exception("hunter2"))).hasMessage("***");
        assertThat(config).hasToString("hiding{password=***, url=\"x://host\"}");
    }

    private static String trace(Throwable error) {
        StringWriter trace = new StringWriter();
        error.printStackTrace(new PrintWriter(trace));
        return trace.toString();
    }
}
