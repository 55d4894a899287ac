package io.distid.bench.choice;

import io.distid.IdKind;
import io.distid.spi.IdGeneratorProvider;
import io.distid.spi.Providers;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

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

    /**
     * Whether an answer to a question can still change the recommendation.
     *
     * @param question any
     */
    public static boolean matters(Question question, Map<String, String> answers) {
        Map<Map<String, String>, Recommendation> byOthers = new LinkedHashMap<>();
        for (Outcome outcome : outcomes(answers)) {
            Map<String, String> others = new LinkedHashMap<>(outcome.answers());
            others.remove(question.name());
            Recommendation known = byOthers.putIfAbsent(others, outcome.recommendation());
            if (known != null && !known.equals(outcome.recommendation())) {
                return true;
            }
        }
        return false;
    }

    private static List<Outcome> outcomes(Map<String, String> given) {
        List<Map<String, String>> combinations = List.of(Map.of());
        for (Question question : ChoiceRules.QUESTIONS) {
            List<Map<String, String>> longer = new ArrayList<>();
            for (Map<String, String> each : combinations) {
                for (String answer : question.names()) {
                    if (given.getOrDefault(question.name(), answer).equals(answer)) {
                        Map<String, String> more = new LinkedHashMap<>(each);
                        more.put(question.name(), answer);
                        longer.add(more);
                    }
                }
            }
            combinations = longer;
        }
        return combinations.stream()
                .map(answers -> new Outcome(answers, evaluate(answers)))
                .toList();
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
