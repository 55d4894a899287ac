package io.distid.bench;

import java.io.PrintWriter;
import java.io.StringWriter;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** One command in this JVM, with what it printed. */
record CommandRun(int exitCode, String out, String err) {

    static CommandRun of(String... args) {
        StringWriter out = new StringWriter();
        StringWriter err = new StringWriter();
        int exitCode = Main.run(new PrintWriter(out, true), new PrintWriter(err, true), args);
        return new CommandRun(exitCode, out.toString(), err.toString());
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
