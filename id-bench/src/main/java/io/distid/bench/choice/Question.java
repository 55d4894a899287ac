package io.distid.bench.choice;

import java.util.List;

/**
 * A question with all its answers. Immutable.
 *
 * @param name in one word, the command's flag
 * @param text what is asked
 * @param answers from which to choose
 */
public record Question(String name, String text, List<Answer> answers) {

    /**
     * An answer. Immutable.
     *
     * @param name in one word, as the command takes it
     * @param text as people read it
     */
    public record Answer(String name, String text) {}

    Question(String name, String text, Answer... answers) {
        this(name, text, List.of(answers));
    }

    /**
     * The answers' names.
     *
     * @return in their order
     */
    public List<String> names() {
        return answers.stream().map(Answer::name).toList();
    }
}
