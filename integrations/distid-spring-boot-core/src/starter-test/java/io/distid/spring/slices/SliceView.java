package io.distid.spring.slices;

import io.distid.jackson.IdText;
import io.distid.text.TextForm;

/** What JSON shows: an id that JavaScript would round, and one in the generator's own text. */
record SliceView(
        @IdText(TextForm.CANONICAL) long id,
        @IdText(generator = "orders") long shown) {
    static final SliceView VIEW = new SliceView(9_007_199_254_740_993L, 42);
    static final String JSON = "{\"id\":\"9007199254740993\",\"shown\":\"6qhmf00b8ajykhzksnkjwrensc\"}";
}
