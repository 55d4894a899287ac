package io.distid.bench.migration;

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
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** A section of docs/coming-from.md: its settings, its statement and its table, as a reader copies them. */
record ComingFromPage(String section) {
    private static final Path TEXT = Path.of("..", "docs", "coming-from.md");

    static ComingFromPage under(String heading) {
        try {
            return new ComingFromPage(Files.readString(TEXT)
                    .split("\n## " + heading + "\n", -1)[1]
                    .split("\n## ")[0]);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    Map<String, String> settings() {
        Properties read = new Properties();
        try {
            read.load(new StringReader(block("properties")));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        Map<String, String> settings = new TreeMap<>();
        read.stringPropertyNames().forEach(key -> settings.put(key, read.getProperty(key)));
        return settings;
    }

    String sql() {
        return block("sql");
    }

    /** The rows of the table whose first cell begins with code, by that cell; the first row is the heading's. */
    Map<String, List<String>> rows() {
        Map<String, List<String>> rows = new TreeMap<>();
        section.lines().filter(line -> line.startsWith("| ")).forEach(line -> {
            List<String> cells = Arrays.stream(line.substring(1).split("\\|"))
                    .map(cell -> cell.strip().replace("`", ""))
                    .toList();
            rows.put(cells.get(0), cells.subList(1, cells.size()));
        });
        return rows;
    }

    private String block(String language) {
        Matcher block = Pattern.compile("(?s)```" + language + "\n(.*?)```").matcher(section);
        if (!block.find()) {
            throw new IllegalStateException("no block of " + language + " in:" + section);
        }
        return block.group(1);
    }
}
