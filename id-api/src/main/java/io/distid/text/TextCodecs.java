package io.distid.text;

/** The codec of each {@link TextForm}. Separate from the forms, so that naming a form loads no codec. */
final class TextCodecs {
    private static final LongText[] LONGS = new LongText[TextForm.values().length];
    private static final UuidText[] UUIDS = new UuidText[LONGS.length];

    static {
        put(TextForm.CANONICAL, Decimal.SHORTEST, new CanonicalUuid());
        put(TextForm.DECIMAL, Decimal.SHORTEST, Decimal.SHORTEST);
        put(TextForm.PADDED, new Decimal(19), new Decimal(39));
        put(TextForm.HEX, new Hex());
        put(TextForm.CROCKFORD, new Base32("crockford", Alphabet.CROCKFORD, false));
        put(TextForm.ZBASE32, new Base32("zbase32", Alphabet.ZBASE32, true));
        put(TextForm.BASE36, new Radix("base36", Alphabet.BASE36, 13, 25));
        put(TextForm.BASE58, new Radix("base58", Alphabet.BASE58, 11, 22));
        put(TextForm.BASE62, new Radix("base62", Alphabet.BASE62, 11, 22));
        put(TextForm.BASE64URL, new Base64Url());
        put(TextForm.JSON, new Quoted(Decimal.SHORTEST), new Quoted(new CanonicalUuid()));
        put(TextForm.BWMARRIN_BASE2, new Shortest("bwmarrin-base2", Alphabet.BINARY, 64, 128));
        put(TextForm.BWMARRIN_BASE32, new Shortest("bwmarrin-base32", Alphabet.ZBASE32, 13, 26));
        put(TextForm.BWMARRIN_BASE36, new Shortest("bwmarrin-base36", Alphabet.BASE36, 13, 25));
        put(TextForm.BWMARRIN_BASE58, new Shortest("bwmarrin-base58", Alphabet.BWMARRIN_BASE58, 11, 22));
        put(TextForm.BWMARRIN_BASE64, new Base64Decimal("bwmarrin-base64"));
    }

    private TextCodecs() {}

    static LongText longs(TextForm form) {
        return LONGS[form.ordinal()];
    }

    static UuidText uuids(TextForm form) {
        return UUIDS[form.ordinal()];
    }

    private static void put(TextForm form, TextCodec both) {
        put(form, both, both);
    }

    private static void put(TextForm form, TextCodec longs, TextCodec uuids) {
        LONGS[form.ordinal()] = new LongText(longs);
        UUIDS[form.ordinal()] = new UuidText(uuids);
    }
}
