package io.distid.bench.subject;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * What the documentation of a peer says of that which a fault makes its ids do, looked up by hand for the version on the class path. A sentence is
 * quoted as it stands there; ours, in brackets, tells a reader what one in Chinese means. Immutable.
 *
 * @param library with the version whose documentation was read
 * @param source where that is
 * @param sentences of it
 */
public record Promise(String library, String source, List<Sentence> sentences) {
    static final Set<String> DOWN = Set.of("clock-back-down");
    static final Set<String> TWO_NODES = Set.of("process-pause", "process-clone", "config-same-id");
    static final Set<String> END = Set.of("format-end");
    static final Set<String> ANY = Set.of();
    private static final String NOTHING = "its documentation promises nothing of this";

    /** What a cell can show of ids that their user may not expect. Immutable. */
    public enum Weakness {
        /** An id was given out twice. */
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
     * @param of what it speaks about
     * @param faults under which it is to be quoted; empty for all that no other sentence is for
     * @param contradicted whether what is shown is what it rules out; otherwise it says so itself, or names what is to be seen to
     * @param quotation as it stands there
     * @param ours what it means, or what is to be known with it; may be empty
     */
    public record Sentence(Weakness of, Set<String> faults, boolean contradicted, String quotation, String ours) {}

    Promise(String library, String source, Sentence... sentences) {
        this(library, source, List.of(sentences));
    }

    /**
     * What is said of weaknesses in one cell.
     *
     * @param fault the column
     * @param weaknesses what the cell shows
     * @return for each weakness that the documentation contradicts or tells of, the sentence and where it stands; or that there is none
     */
    public String of(String fault, Set<Weakness> weaknesses) {
        List<String> all = new ArrayList<>();
        for (Weakness weakness : Weakness.values()) {
            if (weaknesses.contains(weakness)) {
                all.add(say(weakness, fault));
            }
        }
        return library + ": " + String.join("; ", all.stream().distinct().toList());
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

    static Sentence documented(Weakness of, Set<String> faults, String quotation) {
        return documented(of, faults, quotation, "");
    }

    static Sentence documented(Weakness of, Set<String> faults, String quotation, String ours) {
        return new Sentence(of, faults, false, quotation, ours);
    }

    static Sentence against(Weakness of, Set<String> faults, String quotation) {
        return against(of, faults, quotation, "");
    }

    static Sentence against(Weakness of, Set<String> faults, String quotation, String ours) {
        return new Sentence(of, faults, true, quotation, ours);
    }
}
