package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.choice.Recommendation;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the README shows as output is what a kept run printed, and both dependencies that it shows are one. */
class ReadmeOutputTest {
    private static final Page README = Page.of("README.md");
    private static final Page TABLES = Page.of("docs", "results", "tables.md");

    @Test
    void ratesAreRowsOfTheKeptRun() {
        // Name, rates and order; without errors, and without how many ids were compared.
        Pattern kept = Pattern.compile("(?m)^ (.+?) {2,}(\\S+ \\S) ±\\S+ +(\\S+ \\S) ±\\S+ +\\S+ \\S +(\\d+) (.+)$");
        List<String> printed = kept.matcher(TABLES.under("Compare").text())
                .results()
                .map(ReadmeOutputTest::cells)
                .toList();

        List<String> shown = rows("Compare");
        assertThat(shown).hasSize(10);
        assertThat(printed).hasSizeGreaterThan(30).containsAll(shown);
    }

    @Test
    void faultsAreRowsOfTheKeptRun() {
        List<String> shown = rows("Whose ids repeat");

        assertThat(shown).hasSize(8);
        assertThat(rows(TABLES, "Whose ids repeat")).containsSubsequence(shown);
    }

    @Test
    void gradleHasTheDependencyOfMaven() {
        String maven = README.blocks("xml").get(0);

        assertThat(README.blocks("kotlin").get(0))
                .contains("\"" + element(maven, "groupId") + ":" + element(maven, "artifactId") + ":"
                        + element(maven, "version") + "\"")
                .contains("mavenLocal()");
    }

    @Test
    void versionsAreThatOfTheBuild() {
        String build = element(Page.of("pom.xml").text().split("<artifactId>distid</artifactId>")[1], "version");

        assertThat(Recommendation.VERSION).isEqualTo(build);
        assertThat(element(README.blocks("xml").get(0), "version")).isEqualTo(build);
        assertThat(element(Page.of("docs", "choose.md").blocks("xml").get(0), "version"))
                .isEqualTo(build);
    }

    /** The rows of a block of output, with one space for many: what is no command and no heading. */
    private static List<String> rows(String heading) {
        return rows(README, heading);
    }

    private static List<String> rows(Page page, String heading) {
        return page.under(heading).blocks("").stream()
                .filter(block -> block.contains("\n"))
                .flatMap(String::lines)
                .filter(line -> !line.matches("(\\$|ids/s|clock|process|store) .*"))
                .map(line -> line.strip().replaceAll(" +", " "))
                .toList();
    }

    private static String cells(MatchResult row) {
        return String.join(" ", row.group(1), row.group(2), row.group(3), row.group(4), row.group(5));
    }

    private static String element(String xml, String name) {
        return xml.split("<" + name + ">", 2)[1].split("</")[0];
    }
}
