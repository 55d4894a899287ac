package io.distid.bench.cli;

import io.distid.bench.choice.ChoiceRules;
import io.distid.bench.choice.Chooser;
import io.distid.bench.choice.Question;
import io.distid.bench.choice.Recommendation;
import io.distid.bench.progress.Terminal;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;

/** Recommends one strategy. On a terminal it asks the questions that no flag answers. */
@Command(
        name = "choose",
        description = {
            "Recommends a strategy by three questions, and prints dependency, settings and the line of Java.",
            "Questions without a flag are asked on the terminal. Needs beyond these, such as dense numbers or a strict order, are in docs/choose.md."
        },
        footer = {
            "",
            "Examples:",
            "  id-bench choose",
            "  id-bench choose --ids long --server mysql --guess yes",
            "",
            "Exit codes: 0 recommended, 2 wrong flags, or an answer is missing and there is no terminal to ask on."
        })
final class ChooseCommand extends LabCommand {
    @Option(
            names = "--ids",
            paramLabel = "<store>",
            completionCandidates = Ids.class,
            description = "What will store the ids: ${COMPLETION-CANDIDATES}.")
    private @Nullable String ids;

    @Option(
            names = "--server",
            paramLabel = "<server>",
            completionCandidates = Servers.class,
            description = "Which server you run already: ${COMPLETION-CANDIDATES}. For ids of 64 bits.")
    private @Nullable String server;

    @Option(
            names = "--guess",
            paramLabel = "<answer>",
            completionCandidates = Guess.class,
            description = "May outsiders guess them: ${COMPLETION-CANDIDATES}.")
    private @Nullable String guess;

    @Option(names = "--json", description = "As JSON.")
    private boolean json;

    private final @Nullable Supplier<@Nullable String> lines;

    public ChooseCommand() {
        this(Terminal.isInteractive() ? System.console()::readLine : null);
    }

    /** @param lines the lines that a person types, with null at the end; null without a person to ask */
    ChooseCommand(@Nullable Supplier<@Nullable String> lines) {
        this.lines = lines;
    }

    @Override
    public Integer call() {
        Map<String, String> answers = new LinkedHashMap<>();
        given(answers, ChoiceRules.IDS, ids);
        given(answers, ChoiceRules.SERVER, server);
        given(answers, ChoiceRules.GUESS, guess);
        Output output = new Output(spec);
        for (Question question : ChoiceRules.QUESTIONS) {
            if (!answers.containsKey(question.name()) && Chooser.matters(question, answers)) {
                answers.put(question.name(), ask(output, question));
            }
        }
        Recommendation found = Chooser.of(answers);
        output.print(json, found, () -> print(output, found));
        return ExitCodes.OK;
    }

    private void given(Map<String, String> answers, Question question, @Nullable String answer) {
        if (answer != null) {
            if (!question.names().contains(answer)) {
                throw wrong(question, "is " + answer);
            }
            answers.put(question.name(), answer);
        }
    }

    private ParameterException wrong(Question question, String what) {
        return wrong("--" + question.name() + " " + what + ": must be one of " + String.join(", ", question.names()));
    }

    private String ask(Output output, Question question) {
        if (lines == null) {
            throw wrong(question, "is missing (" + question.text() + ")");
        }
        List<String> names = question.names();
        output.heading(question.text());
        output.columns(question.answers().stream()
                .map(answer -> List.of(String.valueOf(names.indexOf(answer.name()) + 1), answer.name(), answer.text()))
                .toList());
        output.line("A number or a word:");
        while (true) {
            output.flush();
            String typed = lines.get();
            if (typed == null) {
                throw wrong("--" + question.name() + " was not answered");
            }
            String answer = typed.strip();
            for (String name : names) {
                if (answer.equals(name) || answer.equals(String.valueOf(names.indexOf(name) + 1))) {
                    return name;
                }
            }
            output.line("\"" + answer + "\" is not one of the answers. A number or a word:");
        }
    }

    private static void print(Output output, Recommendation found) {
        output.heading(found.strategy());
        found.why().forEach(output::text);
        section(output, "Dependency", found.dependencies());
        section(output, "Settings", found.settings());
        section(output, "Java", List.of(found.java()));
        output.flush();
    }

    private static void section(Output output, String heading, List<String> lines) {
        output.heading(heading);
        lines.forEach(line -> output.line("  " + line));
    }

    /** For help and shell completion. */
    static final class Ids implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ChoiceRules.IDS.names().iterator();
        }
    }

    static final class Servers implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ChoiceRules.SERVER.names().iterator();
        }
    }

    static final class Guess implements Iterable<String> {
        @Override
        public Iterator<String> iterator() {
            return ChoiceRules.GUESS.names().iterator();
        }
    }
}
