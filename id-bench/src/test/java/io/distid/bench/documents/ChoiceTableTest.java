package io.distid.bench.documents;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.choice.ChoiceRules;
import io.distid.bench.choice.Chooser;
import io.distid.bench.choice.Question;
import io.distid.bench.choice.Rule;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** docs/choose.md has the rules by which the page and the command recommend. */
class ChoiceTableTest {

    @Test
    void theThreeQuestionsAreTheRules() throws IOException {
        String rules = ChoiceRules.RULES.stream()
                .flatMap(ChoiceTableTest::rows)
                .collect(Collectors.joining(
                        "\n",
                        "| " + ChoiceRules.IDS.text() + " | " + ChoiceRules.GUESS.text() + " | take |\n|---|---|---|\n",
                        "\n"));
        String servers = ChoiceRules.WORKERS.stream()
                .map(worker -> "| " + text(ChoiceRules.SERVER, worker.server()) + " | `"
                        + worker.settings().get(0) + "` | "
                        + (worker.modules().isEmpty() ? "none" : String.join(", ", worker.modules())) + " |")
                .collect(Collectors.joining(
                        "\n",
                        "| " + ChoiceRules.SERVER.text() + " | worker ids of `snowflake` | module |\n|---|---|---|\n",
                        "\n"));

        WrittenPart.ofDocument("docs/choose.md", "three questions").shouldBe("\n" + rules + "\n" + servers + "\n");
    }

    /** Those settings are opened by {@link ChooseTest}. */
    @Test
    void settingsForEachServerAreThoseOfTheDocument() {
        List<Map<String, String>> written = Page.of("docs", "choose.md").settings();

        for (String server : ChoiceRules.SERVER.names()) {
            List<String> settings = Chooser.of(Map.of("ids", "long", "server", server, "guess", "yes"))
                    .settings();
            assertThat(written).contains(Page.read(String.join("\n", settings)));
        }
    }

    /** A row for each answer to the first question. */
    private static Stream<String> rows(Rule rule) {
        String option =
                rule.options().isEmpty() ? "" : " with `" + rule.options().get(0) + "`";
        return rule.ids().stream()
                .map(name -> "| " + text(ChoiceRules.IDS, name) + " | " + text(ChoiceRules.GUESS, rule.guess())
                        + " | [`" + rule.strategy() + "`](#" + rule.strategy() + ")" + option + " |");
    }

    private static String text(Question question, String name) {
        return question.answers().stream()
                .filter(answer -> answer.name().equals(name))
                .map(Question.Answer::text)
                .findFirst()
                .orElseThrow();
    }
}
