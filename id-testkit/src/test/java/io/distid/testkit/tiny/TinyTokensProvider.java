package io.distid.testkit.tiny;

import io.distid.coordination.TokenStore;
import io.distid.coordination.TokenStoreProvider;
import io.distid.spi.ConfigKey;
import io.distid.spi.IdConfig;
import java.util.List;

/** Tokens on a tiny server. */
public final class TinyTokensProvider implements TokenStoreProvider {

    /** Ways to break the contract. */
    public enum Defect {
        NONE,
        ACCEPTS_TWICE,
        READS_THEN_WRITES,
        FORGETS_ATTEMPTS,
        IGNORES_REQUESTS,
        CONFUSES_EXPIRED,
        TAKES_UNISSUED,
        BEGINS_AMID_A_USE,
        CONSUMES_AMID_A_USE,
        ANYBODY_COMPLETES,
        COPIES_COMPLETE,
        REFUSES_LATE_COMPLETION,
        FENCE_STAYS,
        FENCE_GROWS_WITH_A_REPEAT,
        FENCE_FROM_ONE,
        RELEASES_THE_NEXT,
        CUTS_RESULTS,
        FORGETS_A_COMPLETION,
        HIDES_OUTAGE
    }

    @Override
    public String name() {
        return "tiny";
    }

    @Override
    public String summary() {
        return "tokens on a tiny server";
    }

    @Override
    public List<ConfigKey> keys() {
        return TinyClient.keys(Defect.values());
    }

    @Override
    public TokenStore open(IdConfig config) {
        return new TinyTokens(TinyClient.open(config), Defect.valueOf(config.text("defect")));
    }
}
