package io.distid.internal.lease;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** The tokens of a holder, against a store of one record. */
class LeaseTokenTest {
    private static final int MOST_TRIED = 64;

    private final LeaseToken token = new LeaseToken();
    private String stored = token.current();

    @Test
    void eachAttemptHasAnotherToken() {
        Set<String> tokens = new HashSet<>(Set.of(token.current()));
        for (int i = 0; i < 1_000; i++) {
            assertThat(tokens.add(token.next())).isTrue();
            assertThat(renew(token)).isTrue();
            assertThat(token.current()).matches("[0-9a-f]{40}").isEqualTo(stored);
            assertThat(tokens.add(stored)).isTrue();
            assertThat(token.tokens()).containsExactly(stored);
        }
    }

    @Test
    void eachTokenThatWasTriedIsTheHoldersUntilOneIsConfirmed() {
        String first = token.next();
        String second = token.next();
        for (String mine : List.of(token.current(), first, second)) {
            stored = mine;
            assertThat(token.owns(mine)).isTrue();
            assertThat(token.tokens()).contains(mine);
        }
        assertThat(renew(token)).isTrue();
        assertThat(token.owns(first)).isFalse();
        assertThat(token.owns(second)).isFalse();
    }

    @Test
    void tokensThatWereTriedAfterTheConfirmedOneStayTheHolders() {
        String first = token.next();
        String second = token.next();
        token.confirmed(first);
        assertThat(token.tokens()).containsExactly(first, second);
    }

    @Test
    void anOutageOfAnyLengthCostsNoLease() {
        for (int i = 1; i < MOST_TRIED; i++) {
            token.next();
        }
        String last = token.next();
        for (int i = 0; i < 10; i++) {
            assertThat(token.next()).isEqualTo(last);
        }
        assertThat(token.tokens()).hasSize(MOST_TRIED + 1);
        assertThat(renew(token)).isTrue();
        assertThat(token.next()).isNotEqualTo(last);
    }

    @Test
    void secondOfTwoCopiesIsRefusedAtItsFirstRenewal() throws ReflectiveOperationException {
        renew(token);
        LeaseToken copy = copy(token);
        assertThat(renew(token)).isTrue();
        for (int i = 0; i < 3; i++) {
            assertThat(renew(copy)).as("attempt %d of the copy", i).isFalse();
        }
        assertThat(renew(token)).as("the first goes on").isTrue();
    }

    @Test
    void secondOfTwoCopiesMadeDuringAnUnansweredRenewalIsRefusedAtOnce() throws ReflectiveOperationException {
        stored = token.next();
        LeaseToken copy = copy(token);
        assertThat(renew(copy)).isTrue();
        assertThat(renew(token)).isFalse();
        assertThat(renew(copy)).as("the first goes on").isTrue();
    }

    @Test
    void oneOfTwoCopiesMadeInALongOutageIsRefusedAtItsSecondRenewal() throws ReflectiveOperationException {
        for (int i = 0; i < MOST_TRIED; i++) {
            token.next();
        }
        LeaseToken copy = copy(token);
        assertThat(renew(token)).isTrue();
        assertThat(renew(copy)).isTrue();
        assertThat(renew(copy)).isTrue();
        assertThat(renew(token)).isFalse();
    }

    private boolean renew(LeaseToken holder) {
        String next = holder.next();
        if (holder.owns(stored)) {
            stored = next;
            holder.confirmed(next);
            return true;
        }
        return false;
    }

    /** As a checkpoint makes it: all that is in memory, and nothing else. */
    private static LeaseToken copy(LeaseToken token) throws ReflectiveOperationException {
        LeaseToken copy = new LeaseToken();
        for (Field field : LeaseToken.class.getDeclaredFields()) {
            if (!Modifier.isStatic(field.getModifiers())) {
                field.setAccessible(true);
                field.set(copy, field.get(token));
            }
        }
        return copy;
    }
}
