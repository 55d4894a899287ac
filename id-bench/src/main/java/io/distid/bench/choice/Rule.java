package io.distid.bench.choice;

import java.util.List;
import java.util.Map;

/**
 * A row of the table: a strategy and the answers for which it is recommended. Immutable.
 *
 * @param leased whether it has worker ids; the answer to the second question gives their source
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
