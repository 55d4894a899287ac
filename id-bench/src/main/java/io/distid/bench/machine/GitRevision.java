package io.distid.bench.machine;

/** Which source was measured. Stateless: safe for use by any number of threads. */
public final class GitRevision {
    private static final String CHANGES = "+changes";
    private static final String UNKNOWN = "unknown";

    private GitRevision() {}

    /**
     * Reads the commit of the working directory: its short hash, with {@code +changes} if files differ from it; {@code
     * unknown} without git or a repository.
     */
    public static String current() {
        return Commands.firstLine("git", "rev-parse", "--short=12", "HEAD")
                .map(hash -> Commands.firstLine("git", "status", "--porcelain", "--untracked-files=no")
                                .isPresent()
                        ? hash + CHANGES
                        : hash)
                .orElse(UNKNOWN);
    }
}
