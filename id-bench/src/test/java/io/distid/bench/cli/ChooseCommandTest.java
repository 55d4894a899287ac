package io.distid.bench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.bench.choice.ChoiceRules;
import io.distid.bench.choice.Question;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

class ChooseCommandTest {

    @Test
    void flagsLeadToDependencySettingsAndTheLineOfJava() {
        CommandRun run = CommandRun.of("choose", "--ids", "long", "--server", "mysql", "--guess", "yes");

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .containsSubsequence(
                        "snowflake",
                        "    <artifactId>id-snowflake</artifactId>",
                        "    <artifactId>id-db</artifactId>",
                        "  strategy=snowflake",
                        "  worker=mysql",
                        "  # for the first start only",
                        "  worker.create=true",
                        "  LongIdGenerator ids = IdGenerators.openLong(\"snowflake\", settings);")
                .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(80));
    }

    @Test
    void theReadmeShowsWhatIsPrinted() throws IOException {
        CommandRun run = CommandRun.of("choose", "--ids", "long", "--server", "etcd", "--guess", "yes");

        assertThat(Files.readString(Path.of("README.md")))
                .contains("$ id-bench choose --ids long --server etcd --guess yes\n" + run.out());
    }

    @ParameterizedTest
    @CsvSource({"yes, uuid-v7", "no, uuid-v4"})
    void aServerThatDoesNotMatterNeedsNoFlag(String guess, String strategy) {
        CommandRun run = CommandRun.of("choose", "--ids", "uuid", "--guess", guess);

        assertThat(run.exitCode()).isZero();
        assertThat(run.lines())
                .startsWith(strategy)
                .contains("  UuidGenerator ids = IdGenerators.openUuid(\"" + strategy + "\");");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "choose: --ids is missing (What will store the ids?): must be one of uuid, long, javascript",
                "choose --ids long: --server is missing (Which server do you run already?): must be one of none, mysql, postgresql, ",
                "choose --ids text: --ids is text: must be one of uuid, long, javascript",
                "choose --ids uuid: --guess is missing (May outsiders guess them?): must be one of yes, no"
            })
    void whatIsMissingOrWrongIsNamedWithWhatIsAllowed(String given) {
        CommandRun.refusal(given);
    }

    @Test
    void aPersonAnswersByNumberOrWordAndIsAskedAgain() {
        String out = typed("2", "db2", "redis", "", "2");

        assertThat(out.lines())
                .containsSubsequence(
                        "What will store the ids?",
                        "  2  long        a column of 64 bits: BIGINT",
                        "Which server do you run already?",
                        "May outsiders guess them?",
                        "snowflake",
                        "  text=opaque",
                        "  worker=redis");
        assertThat(out)
                .contains("\"db2\" is not one of the answers. A number or a word:", "\"\" is not one of the answers.");
    }

    @Test
    void aPersonIsNotAskedForAServerThatDoesNotMatter() {
        assertThat(typed("uuid", "no")).contains("uuid-v4").doesNotContain("Which server");
    }

    @Test
    void helpNamesEachAnswer() {
        String help = CommandRun.of("choose", "--help").out().replaceAll("\\s+", " ");

        for (Question question : ChoiceRules.QUESTIONS) {
            assertThat(help).contains(String.join(", ", question.names()));
        }
    }

    @Test
    void asJsonItHasTheSame() {
        CommandRun run = CommandRun.of("choose", "--ids", "uuid", "--guess", "yes", "--json");

        assertThat(run.json().get("strategy").asString()).isEqualTo("uuid-v7");
        assertThat(run.json().get("settings").get(0).asString()).isEqualTo("strategy=uuid-v7");
    }

    private static String typed(String... lines) {
        Iterator<String> typed = List.of(lines).iterator();
        StringWriter out = new StringWriter();
        ChooseCommand command = new ChooseCommand(() -> typed.hasNext() ? typed.next() : null);
        int exitCode =
                new CommandLine(command).setOut(new PrintWriter(out, true)).execute();
        assertThat(exitCode).isZero();
        return out.toString();
    }
}
