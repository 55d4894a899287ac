package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.workshop.WorkshopCommand;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One command in this JVM, with what it printed. */
public record CommandRun(int exitCode, String out, String err) {

    public static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(
                Main.commands(new WorkshopCommand())
                        .setOut(new PrintWriter(out, true))
                        .setErr(new PrintWriter(err, true)),
                args);
        return new CommandRun(exitCode, out.toString(), err.toString());
    }

    /**
     * Runs a command that must be refused in one line.
     *
     * @param given the command, a colon, and how the line begins
     * @return the line
     */
    public static String refusal(String given) {
        int colon = given.indexOf(": ");
        CommandRun run = of(given.substring(0, colon).split(" "));
        assertThat(run.exitCode()).isEqualTo(2);
        assertThat(run.out()).isEmpty();
        List<String> lines = run.err().lines().toList();
        assertThat(lines).singleElement().asString().startsWith(given.substring(colon + 2));
        return lines.get(0);
    }

    JsonNode json() {
        return JsonMapper.shared().readTree(out);
    }

    /** The element of an array whose field has a value. */
    static JsonNode find(JsonNode array, String field, String value) {
        for (JsonNode element : array) {
            if (element.get(field).asString().equals(value)) {
                return element;
            }
        }
        throw new AssertionError("none with " + field + " " + value + " in " + array);
    }

    List<String> lines() {
        return out.lines().toList();
    }
}
