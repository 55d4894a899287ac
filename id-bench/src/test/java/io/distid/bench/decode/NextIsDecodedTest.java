package io.distid.bench.decode;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.IdKind;
import io.distid.LongIdGenerator;
import io.distid.UuidGenerator;
import io.distid.spi.IdGeneratorProvider;
import io.distid.text.LongText;
import io.distid.text.TextForm;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What next prints, decode reads back: for every strategy and every text form, with and without prefix and date. */
class NextIsDecodedTest {
    private static final List<String> PREFIXES = List.of("", "ord_", "Order-", "a.b~");
    /** Of counters, which need a server to be opened. */
    private static final long[] COUNTS = {1, 42, 10_001, 123_456_789};

    static Stream<IdGeneratorProvider> strategies() {
        return IdGenerators.providers().stream()
                .filter(provider -> !provider.getClass().getName().contains(".bench."));
    }

    static Stream<IdGeneratorProvider> withoutServer() {
        return strategies().filter(provider -> !needsServer(provider));
    }

    private static boolean needsServer(IdGeneratorProvider provider) {
        return provider.keys().stream().anyMatch(key -> List.of("url", "store").contains(key.name()));
    }

    @ParameterizedTest
    @MethodSource("withoutServer")
    void everyFormOfEveryStrategyIsReadBack(IdGeneratorProvider provider) {
        everyFormIsReadBack(provider.name(), (form, prefix, dated) -> opened(provider, form, prefix, dated));
    }

    /** A counter's text says nothing of the strategy, so one stands for all. */
    @Test
    void everyFormOfACounterIsReadBack() {
        assertThat(strategies().filter(NextIsDecodedTest::needsServer))
                .isNotEmpty()
                .allMatch(provider -> provider.kind() == IdKind.LONG);
        everyFormIsReadBack("a counter", NextIsDecodedTest::counted);
    }

    /** Prints some ids. */
    private interface Printer {
        List<Printed> print(TextForm form, String prefix, boolean dated);
    }

    private static void everyFormIsReadBack(String strategy, Printer printer) {
        for (TextForm form : TextForm.values()) {
            for (String prefix : PREFIXES) {
                for (boolean dated : new boolean[] {false, true}) {
                    // A date is the same behind every prefix.
                    boolean repeated = dated && PREFIXES.indexOf(prefix) > 1;
                    boolean refused = form == TextForm.JSON && (dated || !prefix.isEmpty());
                    if (repeated || refused) {
                        continue;
                    }
                    for (Printed printed : printer.print(form, prefix, dated)) {
                        assertThat(Decoder.of(printed.text, Instant.now()))
                                .as("%s of %s in %s: %s", printed.id, strategy, form, printed.text)
                                .extracting(Reading::id)
                                .contains(printed.id);
                    }
                }
            }
        }
    }

    /** An id and its text. */
    private record Printed(String id, String text) {}

    private static List<Printed> counted(TextForm form, String prefix, boolean dated) {
        LongText text = form.longs();
        text = dated ? text.dated(InstantSource.system()) : text;
        LongText whole = prefix.isEmpty() ? text : text.prefixed(prefix);
        return Arrays.stream(COUNTS)
                .mapToObj(count -> new Printed(String.valueOf(count), whole.encode(count)))
                .toList();
    }

    private static List<Printed> opened(IdGeneratorProvider provider, TextForm form, String prefix, boolean dated) {
        List<Printed> printed = new ArrayList<>();
        Map<String, String> settings =
                new HashMap<>(Map.of("text-date", String.valueOf(dated), "text", form.toString()));
        if (!prefix.isEmpty()) {
            settings.put("text-prefix", prefix);
        }
        if (provider.keys().stream().anyMatch(key -> key.name().equals("worker"))) {
            settings.putAll(Map.of("worker", "fixed", "worker.id", "7", "namespace", "decoded"));
        }
        try (IdGenerator generator = IdGenerators.open(provider.name(), settings)) {
            for (int i = 0; i < 2; i++) {
                String text = generator.nextText();
                String bare = text.substring(prefix.length() + (dated ? 8 : 0));
                printed.add(new Printed(
                        generator instanceof LongIdGenerator
                                ? String.valueOf(form.longs().decode(bare))
                                : form.uuids().decode(bare).toString(),
                        text));
                assertThat(generator).isInstanceOfAny(LongIdGenerator.class, UuidGenerator.class);
            }
        }
        return printed;
    }
}
