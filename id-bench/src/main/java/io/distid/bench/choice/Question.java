package io.distid.bench.choice;

import java.util.List;

/** A question with all its answers. Immutable. */
public record Question(String name, String text, List<Answer> answers) {

    /** An answer. Immutable. */
    public record Answer(String name, String text) {}

    Question(String name, String text, Answer... answers) {
        this(name, text, List.of(answers));
    }

    /** The answers' names. */
    public List<String> names() {
        return answers.stream().map(Answer::name).toList();
    }
}
