package io.distid.jackson;

import static io.distid.text.TextForm.BASE62;
import static io.distid.text.TextForm.CROCKFORD;
import static io.distid.text.TextForm.DECIMAL;
import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerators;
import io.distid.LongIdGenerator;
import io.distid.jackson.Jackson.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What a browser's JavaScript leaves of ids. Skipped, and said so, where Chromium or its driver is not installed. */
@Tag("slow")
class BrowserRoundTripTest {
    private static final int IDS = 10_000;

    @TempDir
    static Path folder;

    private static Browser browser;
    private static long[] ids;

    record Annotated(
            @IdText(DECIMAL) long decimal,
            @IdText(CROCKFORD) long crockford,
            @IdText(BASE62) long base62,
            @IdText Map<Long, Integer> key) {}

    record Page(List<Annotated> ids) {}

    record Plain(long[] ids) {}

    @BeforeAll
    static void startBrowser() {
        browser = Browser.orSkip(folder.resolve("profile"));
        try (LongIdGenerator generator =
                IdGenerators.openLong("snowflake", Map.of("worker", "fixed", "worker.id", "7", "max-lead", "1d"))) {
            ids = LongStream.generate(generator::nextId).limit(IDS).toArray();
        }
    }

    @AfterAll
    static void closeBrowser() {
        if (browser != null) {
            browser.close();
        }
    }

    @ParameterizedTest
    @EnumSource
    void annotatedIdsComeBackWithoutAChangedDigit(Jackson jackson) throws IOException {
        Json json = jackson.with(JsonIdFormat.annotated());
        List<Annotated> sent = new ArrayList<>();
        for (long id : ids) {
            sent.add(new Annotated(id, id, id, Map.of(id, 1)));
        }
        assertThat(json.read(throughBrowser(json.write(new Page(sent))), Page.class)
                        .ids())
                .isEqualTo(sent);
    }

    @ParameterizedTest
    @EnumSource
    void allUnsafeLongsComeBackWithoutAChangedDigit(Jackson jackson) throws IOException {
        Json json = jackson.with(JsonIdFormat.annotated().unsafeLongsAsStrings());
        assertThat(json.read(throughBrowser(json.write(new Plain(ids))), Plain.class)
                        .ids())
                .isEqualTo(ids);
    }

    /** The negative control: were these equal, the tests above would show nothing. */
    @ParameterizedTest
    @EnumSource
    void plainNumbersComeBackRounded(Jackson jackson) throws IOException {
        Json json = jackson.with();
        long[] back = json.read(throughBrowser(json.write(new Plain(ids))), Plain.class)
                .ids();
        assertThat(back).hasSize(IDS);
        long changed = IntStream.range(0, IDS).filter(i -> back[i] != ids[i]).count();
        assertThat(changed).as("ids that are others").isGreaterThan(IDS / 2);
    }

    @Test
    void javaScriptKeepsTheGreatestNumberThatIsWrittenAsOne() throws IOException {
        long[] edge = {
            9007199254740991L, -9007199254740991L, 9007199254740992L, 9007199254740993L, Long.MIN_VALUE, Long.MAX_VALUE
        };
        Json json = Jackson.THREE.with(JsonIdFormat.annotated().unsafeLongsAsStrings());
        assertThat(json.read(throughBrowser(json.write(new Plain(edge))), Plain.class)
                        .ids())
                .isEqualTo(edge);
    }

    /** A page has the document, reads it as scripts do, and writes it again. */
    private static String throughBrowser(String json) throws IOException {
        Path page = Files.writeString(
                folder.resolve("page.html"),
                "<!doctype html><meta charset=utf-8><script id=ids type=application/json>" + json + "</script>");
        return (String)
                browser.run(page, "return JSON.stringify(JSON.parse(document.getElementById('ids').textContent))");
    }
}
