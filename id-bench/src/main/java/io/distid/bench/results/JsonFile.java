package io.distid.bench.results;

import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.JsonNode;

/** Reads a JSON file of the lab, and explains what is wrong with another file. */
final class JsonFile {
    /** The parser's hint about the start of an object is useless: it does not keep the source. */
    private static final Pattern WHERE_IT_BEGAN = Pattern.compile(" \\(start marker at .*\\)");

    private JsonFile() {}

    /**
     * Reads JSON of any shape.
     *
     * @param kind what it should be, such as {@code results.json}
     * @throws IOException if there is no such file, or it is not JSON; the message says which
     */
    static JsonNode tree(Path file, String kind) throws IOException {
        try {
            return Json.MAPPER.readTree(Files.readString(file));
        } catch (NoSuchFileException e) {
            throw new IOException("there is no file " + file, e);
        } catch (FileSystemException e) {
            throw new IOException(file + " cannot be read: " + e.getReason(), e);
        } catch (IOException e) {
            throw new IOException(file + " cannot be read: " + e, e);
        } catch (StreamReadException e) {
            throw new IOException(
                    file + " is not JSON: line " + e.getLocation().getLineNr() + ": "
                            + WHERE_IT_BEGAN.matcher(firstLine(e)).replaceAll(""),
                    e);
        } catch (JacksonException e) {
            // The nesting is too deep, or a name or a number is too long.
            throw new IOException(file + " is not a " + kind + " of id-bench: " + firstLine(e), e);
        }
    }

    /**
     * Makes a value of JSON.
     *
     * @throws IOException if something in it is not what this version has there; the message names the place
     */
    static <T> T value(Path file, String kind, JsonNode tree, Class<T> type) throws IOException {
        try {
            return Json.MAPPER.treeToValue(tree, type);
        } catch (JacksonException e) {
            throw new IOException(
                    file + " is not a " + kind + " of this version of id-bench, since " + place(e)
                            + " is not what it has there",
                    e);
        }
    }

    /** The place in the document, such as {@code environment} or {@code strategies.0.throughput}. */
    private static String place(JacksonException e) {
        String place = e.getPath().stream()
                .map(step -> step.getPropertyName() != null ? step.getPropertyName() : String.valueOf(step.getIndex()))
                .collect(Collectors.joining("."));
        return place.isEmpty() ? "it" : "\"" + place + "\"";
    }

    private static String firstLine(JacksonException e) {
        return String.valueOf(e.getOriginalMessage()).lines().findFirst().orElse("");
    }
}
