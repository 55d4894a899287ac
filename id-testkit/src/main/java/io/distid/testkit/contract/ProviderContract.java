package io.distid.testkit.contract;

import io.distid.testkit.BadConfig;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * The contract of every provider: it is found, and each wrong setting is refused with a message that says what is
 * allowed.
 */
abstract class ProviderContract {
    /**
     * More configurations that opening must refuse within five seconds, besides those that follow from the provider's
     * keys.
     *
     * @return changes to the working configuration (of node 0, if each node has its own); by default none
     */
    protected List<BadConfig> badConfigs() {
        return List.of();
    }

    abstract ConfigChecks<?> configChecks();

    @Test
    final void serviceLoaderFindsExactlyOneProvider() {
        configChecks().discovery();
    }

    @Test
    final void unknownKeyIsRefused() {
        configChecks().unknownKey();
    }

    @Test
    final void malformedAndOutOfRangeValuesAreRefused() {
        configChecks().badValues();
    }

    @Test
    final void badConfigurationsAreRefusedInTime() {
        configChecks().refused(badConfigs());
    }

    @Test
    final void secretsAreNeverShown() throws Exception {
        configChecks().secrets();
    }
}
