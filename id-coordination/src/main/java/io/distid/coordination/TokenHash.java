package io.distid.coordination;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * What stores and messages know of tokens and requests: SHA-256 of them, in hexadecimal digits. So who reads a store or a log can use no
 * token, but can find the record that a message tells of. A request's hash has the token in it, which the store has not: a request that is
 * easily guessed, such as a card's number, cannot be found by trying all. Stateless.
 */
final class TokenHash {
    /** The longest token. */
    static final int LONGEST_TOKEN = 128;

    private static final int SHOWN = 12;

    /** Never used itself. */
    private static final MessageDigest SHA_256 = find();

    private TokenHash() {}

    /**
     * The key of a token.
     *
     * @throws IllegalArgumentException if it is too short or too long, or has other characters than visible ones of ASCII; without the token
     */
    static String key(String token) {
        int length = token.length();
        if (length == 0 || length > LONGEST_TOKEN) {
            throw new IllegalArgumentException(
                    "a token has 1 to " + LONGEST_TOKEN + " characters, this one has " + length);
        }
        for (int i = 0; i < length; i++) {
            char character = token.charAt(i);
            if (character <= ' ' || character > '~') {
                throw new IllegalArgumentException("a token has 1 to " + LONGEST_TOKEN
                        + " visible ASCII characters, no spaces among them; character " + (i + 1)
                        + " of this one is none of them");
            }
        }
        return HexFormat.of().formatHex(sha256().digest(token.getBytes(StandardCharsets.US_ASCII)));
    }

    /** The hash of a request with a token. */
    static String request(String token, byte[] request) {
        MessageDigest digest = sha256();
        digest.update(token.getBytes(StandardCharsets.US_ASCII));
        // No token has it, so no other token and request give the same.
        digest.update((byte) 0);
        return HexFormat.of().formatHex(digest.digest(request));
    }

    /** How messages name a token: by the beginning of its key. */
    static String shown(String key) {
        return "token #" + key.substring(0, SHOWN);
    }

    /** A copy, where it can be copied: looking for one in all providers takes longer than hashing a token. */
    private static MessageDigest sha256() {
        try {
            return (MessageDigest) SHA_256.clone();
        } catch (CloneNotSupportedException e) {
            return find();
        }
    }

    private static MessageDigest find() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("each Java platform has SHA-256", e);
        }
    }
}
