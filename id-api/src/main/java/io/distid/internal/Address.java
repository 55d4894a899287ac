package io.distid.internal;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * A URL or a list of servers from a user, which may hold a password. Messages show only scheme, hosts, ports and path. They show nothing at all if
 * one of these has an unusual form. Immutable.
 */
public final class Address {
    private static final String NOT_SHOWN = "(an address that is not shown)";
    private static final int SHORT = 3;

    /* A list of what is shown, not of what is hidden: an unknown form then shows too little, never too much. */
    private final String shown;
    private final List<String> secrets = new ArrayList<>();

    private Address(String text) {
        StringBuilder all = new StringBuilder();
        for (String one : text.strip().split("\\s+")) {
            all.append(all.length() == 0 ? "" : " ").append(read(one));
        }
        this.shown = all.indexOf(NOT_SHOWN) < 0 ? all.toString() : NOT_SHOWN;
    }

    /** Reads an address. */
    public static Address of(String text) {
        return new Address(text);
    }

    /** The values in it that may be secret, as the text spells them: the password, and the values of options. */
    List<String> secrets() {
        return List.copyOf(secrets);
    }

    private String read(String text) {
        int scheme = text.indexOf("://") < 0 ? 0 : text.indexOf("://") + 3;
        int query = first(text, "?#", scheme);
        int path = first(text, "/?#", scheme);
        int user = text.lastIndexOf('@', path);
        if (user > scheme) {
            int colon = text.indexOf(':', scheme);
            // User information without a colon may be a password, too.
            secrets.add(text.substring(colon >= 0 && colon < user ? colon + 1 : scheme, user));
        }
        if (query < text.length()) {
            options(text.substring(query + 1));
        }
        String hosts = text.substring(Math.max(scheme, user + 1), path);
        // An @ further on means that a password holds a / or a ?, so this part is not the hosts.
        if (text.indexOf('@', path) >= 0 || !areHosts(hosts) || !isPlain(text.substring(0, scheme), ":/+.-")) {
            return NOT_SHOWN;
        }
        String below = text.substring(path, query);
        return text.substring(0, scheme) + hosts + (isPlain(below, "/._$-") ? below : "");
    }

    private void options(String query) {
        for (String option : query.split("[&#]")) {
            int equals = option.indexOf('=');
            String name = option.substring(0, Math.max(equals, 0)).toLowerCase(Locale.ROOT);
            String value = option.substring(equals + 1);
            if (!isPublic(name, value)) {
                secrets.add(value);
                // Another database's URL may separate options by semicolons.
                for (String part : value.split("[;,)]")) {
                    if (part.contains("=")) {
                        secrets.add(part.substring(part.indexOf('=') + 1));
                    }
                }
            }
        }
    }

    /** Such values are no secrets: otherwise each text with a common word such as "true" would be hidden. */
    private static boolean isPublic(String name, String value) {
        if (name.contains("pass") || name.contains("secret") || name.contains("token") || !isPlain(value, "._-")) {
            return false;
        }
        return name.equals("user") || value.length() <= SHORT || value.equals("true") || value.equals("false");
    }

    private static boolean areHosts(String text) {
        for (String host : text.split(",", -1)) {
            boolean bracketed = host.startsWith("[") && host.indexOf(']') > 0;
            int end = bracketed ? host.indexOf(']') + 1 : host.indexOf(':') < 0 ? host.length() : host.indexOf(':');
            String name = bracketed ? host.substring(1, end - 1) : host.substring(0, end);
            String port = host.substring(end);
            if (name.isEmpty()
                    || !isPlain(name, bracketed ? ":." : "._-")
                    || !port.isEmpty() && !port.matches(":\\d{1,5}")) {
                return false;
            }
        }
        return true;
    }

    private static boolean isPlain(String text, String others) {
        return text.chars().allMatch(c -> Character.isLetterOrDigit(c) || others.indexOf(c) >= 0);
    }

    /** The index of the first of some characters, or the end. */
    private static int first(String text, String of, int from) {
        for (int i = from; i < text.length(); i++) {
            if (of.indexOf(text.charAt(i)) >= 0) {
                return i;
            }
        }
        return text.length();
    }

    /** Scheme, hosts, ports and path. */
    @Override
    public String toString() {
        return shown;
    }
}
