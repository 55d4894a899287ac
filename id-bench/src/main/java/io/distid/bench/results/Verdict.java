package io.distid.bench.results;

/** What a fault did to the ids of a subject, in one word. Immutable. */
public enum Verdict {
    /** No id repeats, no call failed, and ids went on. */
    UNIQUE("unique"),
    /** An id was given out twice. */
    REPEATS("repeats"),
    /** No id repeats, and at least one node refused with an error; whether it went on by itself is told beside it. */
    STOPS("stops"),
    /** No id repeats, and at least one node answered calls neither by an id nor by an error. */
    HANGS("hangs"),
    /** It was not proven that the fault happened, so nothing is said. */
    NOT_SHOWN("not shown"),
    /** The fault makes no sense for the subject. */
    NOT_APPLICABLE("n/a");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    /** As tables have it: a word, or two. */
    public String word() {
        return word;
    }
}
