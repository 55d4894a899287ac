package io.distid.jdbc;

import io.distid.coordination.Consumption;
import io.distid.coordination.TokenStore.Use;
import org.jspecify.annotations.Nullable;

/**
 * A row of a token that cannot be used.
 *
 * @param state issued, begun or done
 * @param request the request that it belongs to; empty for any request
 * @param attempt the attempt that changed it last
 * @param expiresAt the end of the token or of its use, in epoch ms
 * @param lease the lease of its use, in ms
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

    /** The reason why this request can never use it; null if it may. */
    @Nullable
    Consumption refusal(Use use) {
        if (!request.isEmpty() && !request.equals(use.request())) {
            return Consumption.FOREIGN;
        }
        return state.equals("issued") && expiresAt <= now ? Consumption.EXPIRED : null;
    }
}
