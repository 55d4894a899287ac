package io.distid.bench.documents;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/** A document of the repository, or a part of one: its blocks and its tables, as a reader copies them. */
record Page(String text) {
    private static final Pattern CODE = Pattern.compile("`([^`]*)`");

    static Page of(String... path) {
        try {
            return new Page(Files.readString(Path.of("..", path)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** What lies between a heading of the second level and the next one. */
    Page under(String heading) {
        return new Page(
                text.split("\n## " + Pattern.quote(heading) + "\n", -1)[1].split("\n## ")[0]);
    }

    /** The blocks of a language; of none, the blocks that name none. */
    List<String> blocks(String language) {
        return Pattern.compile("(?sm)^```(\\w*)\n(.*?)^```$")
                .matcher(text)
                .results()
                .filter(block -> block.group(1).equals(language))
                .map(block -> block.group(2))
                .toList();
    }

    /** The settings of each block of properties, in their order. */
    List<Map<String, String>> settings() {
        return blocks("properties").stream().map(Page::read).toList();
    }

    /** The cells of the table below a heading whose first cell is this. */
    List<List<String>> table(String firstCell) {
        return text.lines()
                .dropWhile(line -> !line.startsWith("| " + firstCell + " |"))
                .takeWhile(line -> line.startsWith("|"))
                .skip(2)
                .map(line -> Arrays.stream(line.substring(1).split("\\|"))
                        .map(String::strip)
                        .toList())
                .toList();
    }

    /** What is written as code in a cell. */
    static List<String> code(String cell) {
        return CODE.matcher(cell)
                .results()
                .map((MatchResult code) -> code.group(1))
                .toList();
    }

    static Map<String, String> read(String block) {
        Properties read = new Properties();
        try {
            read.load(new StringReader(block));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> settings = new TreeMap<>();
        read.stringPropertyNames().forEach(key -> settings.put(key, read.getProperty(key)));
        return settings;
    }
}
