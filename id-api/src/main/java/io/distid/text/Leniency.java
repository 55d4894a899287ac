package io.distid.text;

/** What people write into ids that a strict parser refuses: taken off before it reads. */
final class Leniency {
    private static final String URN = "urn:uuid:";

    private Leniency() {}

    /** A text as its form writes it, if all that is wrong with it is what the form's users add. */
    static String plain(TextCodec form, String text) {
        if (form instanceof CanonicalUuid) {
            return text.startsWith("{") && text.endsWith("}")
                    ? text.substring(1, text.length() - 1)
                    : text.regionMatches(true, 0, URN, 0, URN.length()) ? text.substring(URN.length()) : text;
        }
        return form instanceof Base32 base32 && base32.isCrockford() ? text.replace("-", "") : text;
    }
}
