package io.distid.bench.choice;

import java.util.List;
import java.util.Map;

/**
 * A row of the table: where its answers are given, its strategy is recommended. Immutable.
 *
 * @param ids answers to the first question that it is for
 * @param guess the answer to the third
 * @param strategy its name
 * @param module where it is
 * @param options settings that the answers ask for, as lines
 * @param leased whether it has worker ids, which the answer to the second question decides
 * @param why what speaks for it, and what it costs
 */
public record Rule(
        List<String> ids,
        String guess,
        String strategy,
        String module,
        List<String> options,
        boolean leased,
        List<String> why) {

    boolean fits(Map<String, String> answers) {
        return ids.contains(answers.get(ChoiceRules.IDS.name())) && guess.equals(answers.get(ChoiceRules.GUESS.name()));
    }
}
