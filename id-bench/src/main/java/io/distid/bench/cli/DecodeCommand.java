package io.distid.bench.cli;

import io.distid.bench.decode.Decoder;
import io.distid.bench.decode.Reading;
import io.distid.bench.decode.TextOfSettings;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Decodes an id by each layout that fits. */
@Command(
        name = DecodeCommand.NAME,
        description = {
            "Names every layout that an id fits, the likeliest first, with its time, its fields and what speaks for it.",
            "Reads every form that next writes, and TSID, ULID, KSUID, ObjectId, xid, urn:uuid:... and {...}; also after a "
                    + "prefix such as ord_ or a date such as 20261120. A 63-bit id fits a layout if its time is from a day after the "
                    + "layout's epoch to a day from now; its bits do not show which layout made it. A UUID names its version itself."
        },
        footer = {
            "",
            "Examples:",
            "  id-bench decode 175928847299117063",
            "  id-bench decode 017f22e2-79b0-7cc3-98c4-dc0c0c07398f --json",
            "  id-bench decode ord_01226N0640J7K",
            "  id-bench decode 4611686018427 -Dpreset=twitter -Depoch=2020-01-01T00:00:00Z",
            "  id-bench decode 4611686018427 --strategy sonyflake -Dtick=1ms",
            "  id-bench decode 6qhmf00b8ajykhzksnkjwrensc -Dtext=opaque -Dtext-key=file:key",
            "",
            "Exit codes: 0 decoded, 1 no layout fits, 2 not an id, or wrong flags."
        })
final class DecodeCommand extends LabCommand {
    /** The command's name. Its parameter may begin with a hyphen, so that a negative number gets its own error. */
    public static final String NAME = "decode";

    private static final int LONG_BITS = 63;
    private static final String NEGATIVE = "-[0-9]+";

    @Parameters(paramLabel = "<id>", arity = "1..*", hideParamSyntax = true, description = "An id, as it was pasted.")
    private List<String> ids;

    @Option(
            names = "--strategy",
            paramLabel = "<strategy>",
            description = "The strategy that the settings are for, such as sonyflake. Default: snowflake.")
    private @Nullable String strategy;

    @Mixin
    private SettingFlags settings;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    @Override
    public Integer call() {
        for (String id : ids) {
            if (id.startsWith("-") && !id.matches(NEGATIVE)) {
                throw wrong(UnknownArguments.message(List.of(id)));
            }
        }
        if (ids.size() > 1) {
            throw wrong("one id at a time, not " + ids.size() + ": " + String.join(" ", ids));
        }
        String id = ids.get(0);
        Map<String, String> own = settings.own();
        String given = strategy == null ? "snowflake" : strategy;
        // Removes the settings of a text with a key from the others.
        String plain = TextOfSettings.plain(id, given, own);
        requireId(plain);
        boolean isOfAnyLayout = own.isEmpty() && (strategy == null || !plain.equals(id));
        List<Reading> readings =
                isOfAnyLayout ? Decoder.of(plain, Instant.now()) : Decoder.of(plain, given, own, Instant.now());
        Output output = new Output(spec);
        int bits = readings.isEmpty() ? LONG_BITS : readings.get(0).bits();
        output.print(json, new Decoded(id, bits, readings), () -> print(output, readings));
        return readings.isEmpty() ? ExitCodes.FAILED : ExitCodes.OK;
    }

    private static void print(Output output, List<Reading> readings) {
        if (readings.isEmpty()) {
            output.line("No layout fits: each of them puts the id in the future.");
            return;
        }
        output.columns(readings.stream()
                .map(reading -> List.of(
                        reading.layout(),
                        reading.time() == null ? "no time" : reading.time().toString(),
                        reading.fields().entrySet().stream()
                                .map(field -> field.getKey() + " " + field.getValue())
                                .collect(Collectors.joining(", ")),
                        reading.why()))
                .toList());
    }

    private void requireId(String id) {
        if (id.matches(NEGATIVE)) {
            throw wrong(id + " is negative: an id is from 1 to " + Long.MAX_VALUE + ", or a UUID");
        }
        if (!Decoder.isId(id)) {
            throw wrong(
                    id.matches("[0-9]+")
                            ? id + " is not an id: must be from 1 to " + Long.MAX_VALUE + ", or a UUID"
                            : "\"" + id
                                    + "\" is not an id: must be a number, a UUID, or a text of either that next writes");
        }
    }

    /** The JSON of a decoded id. The id is a text, since JavaScript would round it. */
    record Decoded(String id, int bits, List<Reading> layouts) {}
}
