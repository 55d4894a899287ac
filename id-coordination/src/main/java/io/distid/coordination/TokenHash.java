package io.distid.coordination;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * The hashes of tokens and requests for stores and messages: SHA-256, in hexadecimal digits. A reader of a store or a log cannot use a token, but can
 * find the record that a message names. A request's hash includes the token, which the store does not have. So a request that is easily guessed, such
 * as a card's number, cannot be found by trying all values. Stateless.
 */
final class TokenHash {
    /** The longest token. */
    static final int LONGEST_TOKEN = 128;

    private static final int SHOWN = 12;

    /** A template that is only cloned. */
    private static final MessageDigest SHA_256 = find();

    private TokenHash() {}

    /**
     * The key of a token.
     *
     * @throws IllegalArgumentException if it is too short or too long, or has characters that are not visible ASCII; the message does not show the
     *     token
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
                        + " of this one is not");
            }
        }
        return HexFormat.of().formatHex(sha256().digest(token.getBytes(StandardCharsets.US_ASCII)));
    }

    /** The hash of a request with a token. */
    static String request(String token, byte[] request) {
        MessageDigest digest = sha256();
        digest.update(token.getBytes(StandardCharsets.US_ASCII));
        // No token contains this byte, so no other token and request have the same bytes.
        digest.update((byte) 0);
        return HexFormat.of().formatHex(digest.digest(request));
    }

    /** How messages name a token: by the beginning of its key. */
    static String shown(String key) {
        return "token #" + key.substring(0, SHOWN);
    }

    /** A clone if possible: the search through all providers takes longer than the hash of a token. */
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
