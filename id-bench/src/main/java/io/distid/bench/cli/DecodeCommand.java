package io.distid.bench.cli;

import io.distid.uuid.Uuids;
import java.time.Instant;
import java.util.List;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.ExitCode;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Takes an id apart by each layout that fits. */
@Command(
        name = DecodeCommand.NAME,
        description = {
            "Names every layout that an id fits, with its time and fields.",
            "A 63-bit id fits a layout if its time is from the layout's epoch to a day from now; its bits do not tell",
            "which of these made it. A UUID names its version itself."
        },
        mixinStandardHelpOptions = true,
        sortOptions = false,
        footer = {
            "",
            "Examples:",
            "  id-bench decode 175928847299117063",
            "  id-bench decode 017f22e2-79b0-7cc3-98c4-dc0c0c07398f --json",
            "",
            "Exit codes: 0 decoded, 1 no layout fits, 2 not an id, or wrong flags."
        })
public final class DecodeCommand implements Callable<Integer> {
    /** What it is called by; its parameter may begin with a hyphen, so that a negative number is answered as one. */
    public static final String NAME = "decode";

    private static final int NONE_FITS = 1;
    private static final Pattern NUMBER = Pattern.compile("-?[0-9]+");

    @Spec
    private CommandSpec spec;

    @Parameters(paramLabel = "<id>", arity = "1..*", hideParamSyntax = true, description = "Decimal, or a UUID.")
    private List<String> ids;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    /** Made by picocli. */
    public DecodeCommand() {}

    /**
     * Decodes.
     *
     * @return the exit code
     */
    @Override
    public Integer call() {
        for (String id : ids) {
            if (id.startsWith("-") && !NUMBER.matcher(id).matches()) {
                throw wrong("Unknown option: '" + id + "'");
            }
        }
        if (ids.size() > 1) {
            throw wrong("one id at a time, not " + ids.size() + ": " + String.join(" ", ids));
        }
        String id = ids.get(0);
        boolean isNumber = NUMBER.matcher(id).matches();
        List<Layouts.Reading> readings =
                isNumber ? Layouts.of(number(id), Instant.now()) : List.of(Layouts.of(uuid(id)));
        Output output = new Output(spec);
        if (json) {
            output.json(new Decoded(id, isNumber ? 63 : 128, readings));
        } else {
            print(output, readings);
        }
        return readings.isEmpty() ? NONE_FITS : ExitCode.OK;
    }

    private static void print(Output output, List<Layouts.Reading> readings) {
        if (readings.isEmpty()) {
            output.line("No layout fits: by each of them it is from the future.");
            return;
        }
        output.columns(readings.stream()
                .map(reading -> List.of(
                        reading.layout(),
                        reading.time() == null ? "no time" : reading.time().toString(),
                        reading.fields().entrySet().stream()
                                .map(field -> field.getKey() + " " + field.getValue())
                                .collect(Collectors.joining(", "))))
                .toList());
    }

    private long number(String id) {
        if (id.startsWith("-")) {
            throw wrong(id + " is negative: an id is from 1 to " + Long.MAX_VALUE + ", or a UUID");
        }
        try {
            long number = Long.parseLong(id);
            if (number > 0) {
                return number;
            }
        } catch (NumberFormatException e) {
            // Too many digits: said below.
        }
        throw wrong(id + " is not an id: must be from 1 to " + Long.MAX_VALUE + ", or a UUID");
    }

    private UUID uuid(String id) {
        try {
            return Uuids.parse(id);
        } catch (IllegalArgumentException e) {
            throw wrong("\"" + id + "\" is not an id: must be decimal digits, or the 36 characters of a UUID");
        }
    }

    private ParameterException wrong(String message) {
        return new ParameterException(spec.commandLine(), message);
    }

    /** As JSON has it; the id as text, since JavaScript would round it. */
    record Decoded(String id, int bits, List<Layouts.Reading> layouts) {}
}
