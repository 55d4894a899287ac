package io.distid.bench.results;

/** Which source was measured. Stateless: safe for use by any number of threads. */
public final class GitRevision {
    private static final String CHANGES = "+changes";
    private static final String UNKNOWN = "unknown";

    private GitRevision() {}

    /**
     * The commit of the working directory.
     *
     * @return its short hash, with {@code +changes} if files differ from it; {@code unknown} without git or a repository
     */
    public static String current() {
        return Commands.firstLine("git", "rev-parse", "--short=12", "HEAD")
                .map(hash -> Commands.firstLine("git", "status", "--porcelain", "--untracked-files=no")
                                .isPresent()
                        ? hash + CHANGES
                        : hash)
                .orElse(UNKNOWN);
    }

    /**
     * Whether two runs of a revision are of the same code.
     *
     * @param revision as {@link #current()} tells it
     * @return false with changes, since others are told alike, and without a repository
     */
    public static boolean isExact(String revision) {
        return !revision.endsWith(CHANGES) && !revision.equals(UNKNOWN);
    }
}
