package io.distid.jdbc;

import io.distid.coordination.Consumption;
import io.distid.coordination.TokenStore.Use;
import org.jspecify.annotations.Nullable;

/**
 * A row of the table of tokens, as it is when it cannot be used.
 *
 * @param state issued, begun or done
 * @param request that it belongs to, empty if to any
 * @param attempt that moved it last
 * @param expiresAt until when it can be used, or its use lasts, in epoch ms
 * @param lease how long its use lasts, in ms
 * @param now the server's clock when it was read
 */
record TokenRow(
        String state,
        String request,
        String attempt,
        long fence,
        long expiresAt,
        long lease,
        byte @Nullable [] result,
        long now) {
    boolean isDone() {
        return state.equals("done");
    }

    boolean isOf(Use use) {
        return attempt.equals(use.attempt());
    }

    boolean isHeldByAnother(Use use) {
        return state.equals("begun") && expiresAt > now && !isOf(use);
    }

    /** Null unless this request can never use it. */
    @Nullable
    Consumption refusal(Use use) {
        if (!request.isEmpty() && !request.equals(use.request())) {
            return Consumption.FOREIGN;
        }
        return state.equals("issued") && expiresAt <= now ? Consumption.EXPIRED : null;
    }
}
