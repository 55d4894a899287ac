package io.distid.db;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Product and version, as the server reports them.
 *
 * @param product {@code MySQL} or {@code MariaDB}, whose version numbers have nothing to do with each other
 * @param major the first number
 * @param minor the second number
 * @param patch the third number
 */
record ServerVersion(String product, int major, int minor, int patch) {
    private static final Pattern NUMBERS = Pattern.compile("(\\d+)\\.(\\d+)(?:\\.(\\d+))?.*", Pattern.DOTALL);

    /** Reads what {@code SELECT VERSION()} returns, such as {@code 8.0.12} or {@code 11.4.5-MariaDB-log}. */
    static ServerVersion parse(String text) {
        String product = text.contains("MariaDB") ? "MariaDB" : "MySQL";
        Matcher matcher = NUMBERS.matcher(text);
        if (!matcher.matches()) {
            return new ServerVersion(product, 0, 0, 0);
        }
        return new ServerVersion(
                product,
                Integer.parseInt(matcher.group(1)),
                Integer.parseInt(matcher.group(2)),
                matcher.group(3) == null ? 0 : Integer.parseInt(matcher.group(3)));
    }

    /**
     * Whether the auto-increment counter survives a restart: from MySQL 8.0 (WL#6204) and MariaDB 10.2.4 (MDEV-6076) on. Earlier
     * servers count on from the greatest id in the table.
     */
    boolean keepsCounter() {
        long number = major * 1_000_000L + minor * 1_000L + patch;
        return number >= (product.equals("MariaDB") ? 10_002_004L : 8_000_000L);
    }

    @Override
    public String toString() {
        return product + " " + major + "." + minor + "." + patch;
    }
}
