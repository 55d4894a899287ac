package io.distid.bench.results;

/** The effect of a fault on the ids of a subject, in one word. Immutable. */
public enum Verdict {
    /** No id repeats, no call failed, and ids went on. */
    UNIQUE("unique"),
    /** An id was issued twice. */
    REPEATS("repeats"),
    /** No id repeats, and at least one node refused with an error. Another figure says whether it went on by itself. */
    STOPS("stops"),
    /** No id repeats, and at least one node answered calls neither with an id nor with an error. */
    HANGS("hangs"),
    /** It was not proven that the fault happened. */
    NOT_SHOWN("not shown"),
    /** The fault makes no sense for the subject. */
    NOT_APPLICABLE("n/a");

    private final String word;

    Verdict(String word) {
        this.word = word;
    }

    /** The word or two words in tables. */
    public String word() {
        return word;
    }
}
