package io.distid.bench.choice;

import io.distid.IdKind;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Evaluates {@link ChoiceRules}. Stateless: safe for use by any number of threads. */
public final class Chooser {
    private Chooser() {}

    /** The result of all answers. Immutable. */
    public record Outcome(Map<String, String> answers, Recommendation recommendation) {}

    /** The whole table, for a page that only looks it up. Immutable. */
    public record Table(List<Question> questions, List<Outcome> outcomes) {}

    /** The whole table. */
    public static Table table() {
        return new Table(ChoiceRules.QUESTIONS, outcomes(Map.of()));
    }

    /** The recommendation. */
    public static Recommendation of(Map<String, String> answers) {
        List<Recommendation> left = outcomes(answers).stream()
                .map(Outcome::recommendation)
                .distinct()
                .toList();
        if (left.size() != 1) {
            throw new IllegalArgumentException(answers + " leads to " + left.size() + " recommendations");
        }
        return left.get(0);
    }

    /** Whether an answer to a question can still change the recommendation. */
    public static boolean matters(Question question, Map<String, String> answers) {
        return outcomes(answers).stream()
                .collect(Collectors.groupingBy(
                        outcome -> with(outcome.answers(), question, ""),
                        Collectors.mapping(Outcome::recommendation, Collectors.toSet())))
                .values()
                .stream()
                .anyMatch(found -> found.size() > 1);
    }

    private static List<Outcome> outcomes(Map<String, String> given) {
        return ChoiceRules.QUESTIONS.stream()
                .filter(question -> !given.containsKey(question.name()))
                .findFirst()
                .map(question -> question.names().stream()
                        .flatMap(answer -> outcomes(with(given, question, answer)).stream())
                        .toList())
                .orElseGet(() -> List.of(new Outcome(given, evaluate(given))));
    }

    private static Map<String, String> with(Map<String, String> answers, Question question, String answer) {
        Map<String, String> all = new LinkedHashMap<>(answers);
        all.put(question.name(), answer);
        return all;
    }

    private static Recommendation evaluate(Map<String, String> answers) {
        Rule rule = ChoiceRules.RULES.stream()
                .filter(each -> each.fits(answers))
                .findFirst()
                .orElseThrow();
        List<String> why = new ArrayList<>(rule.why());
        List<String> dependencies = new ArrayList<>(Recommendation.dependency(rule.module()));
        List<String> settings = new ArrayList<>(List.of("strategy=" + rule.strategy()));
        settings.addAll(rule.options());
        if (rule.leased()) {
            String server = answers.get(ChoiceRules.SERVER.name());
            WorkerSource worker = ChoiceRules.WORKERS.stream()
                    .filter(each -> each.server().equals(server))
                    .findFirst()
                    .orElseThrow();
            why.add(worker.why());
            worker.modules().forEach(module -> dependencies.addAll(Recommendation.dependency(module)));
            settings.add("namespace=orders");
            settings.addAll(worker.settings());
            settings.add("# for the first start only");
            settings.add(worker.firstStart());
        }
        return new Recommendation(rule.strategy(), why, dependencies, settings, java(rule));
    }

    private static String java(Rule rule) {
        boolean isLong =
                Providers.find(IdGeneratorProvider.class, rule.strategy()).kind() == IdKind.LONG;
        String given = "(\"" + rule.strategy() + "\"" + (rule.leased() ? ", settings" : "") + ");";
        return isLong
                ? "LongIdGenerator ids = IdGenerators.openLong" + given
                : "UuidGenerator ids = IdGenerators.openUuid" + given;
    }
}
