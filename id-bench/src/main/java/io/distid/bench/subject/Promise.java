package io.distid.bench.subject;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a peer's documentation says about its ids under faults, looked up by hand for the version on the class path.
 * Sentences are quotations. A text in brackets is the lab's translation of a Chinese sentence. Immutable.
 *
 * @param library the library, with the version of the documentation
 * @param source the place of the documentation
 * @param sentences the sentences of it
 */
public record Promise(String library, String source, List<Sentence> sentences) {
    private static final String NOTHING = "its documentation promises nothing of this";

    /** A behaviour of ids that a user may not expect. Immutable. */
    public enum Weakness {
        /** An id was issued twice. */
        REPEATS,
        /** A call neither returned nor failed. */
        HANGS,
        /** The order that is claimed did not hold. */
        ORDER,
        /** There were no more ids, and no call failed. */
        UNSTOPPED
    }

    /**
     * A sentence of the documentation. Immutable.
     *
     * @param of the weakness it is about
     * @param faults the faults that quote it; empty for all without a sentence of their own
     * @param contradicted whether it rules out the weakness; otherwise it admits it, or names a precondition
     * @param quotation the sentence itself
     * @param ours a translation or an explanation; may be empty
     */
    public record Sentence(Weakness of, Set<String> faults, boolean contradicted, String quotation, String ours) {}

    /** Quotes nothing if there is no sentence. */
    public Promise(String library, String source, Sentence... sentences) {
        this(library, source, List.of(sentences));
    }

    /** The sentence that contradicts or mentions each weakness of a cell, and its place; or that there is none. */
    public String of(String fault, Set<Weakness> weaknesses) {
        return weaknesses.stream()
                .sorted()
                .map(weakness -> say(weakness, fault))
                .distinct()
                .collect(Collectors.joining("; ", library + ": ", ""));
    }

    private String say(Weakness weakness, String fault) {
        List<Sentence> found =
                sentences.stream().filter(sentence -> sentence.of() == weakness).toList();
        return found.stream()
                .filter(sentence -> sentence.faults().contains(fault))
                .findFirst()
                .or(() -> found.stream()
                        .filter(sentence -> sentence.faults().isEmpty())
                        .findFirst())
                .map(this::say)
                .orElse(NOTHING);
    }

    private String say(Sentence sentence) {
        return (sentence.contradicted() ? "contradicts its documentation: \"" : "its documentation says: \"")
                + sentence.quotation() + "\"" + (sentence.ours().isEmpty() ? "" : " [" + sentence.ours() + "]")
                + " (" + source + ")";
    }
}
