package io.distid.bench.choice;

import java.util.List;

/**
 * A question with all its answers. Immutable.
 *
 * @param name one word, the command's flag
 * @param text the question
 * @param answers the answers to choose from
 */
public record Question(String name, String text, List<Answer> answers) {

    /**
     * An answer. Immutable.
     *
     * @param name one word, as the command takes it
     * @param text the answer for people
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
