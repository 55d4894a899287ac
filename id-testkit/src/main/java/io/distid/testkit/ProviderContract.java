package io.distid.testkit;

import java.util.List;
import org.junit.jupiter.api.Test;

/** What holds for every provider, whatever it opens: it is found, and each wrong setting is refused with what is allowed. */
abstract class ProviderContract {
    /**
     * Configurations that opening must refuse within five seconds, beyond those that follow from the provider's keys.
     *
     * @return as changes to the configuration that works (of node 0, where each node has its own); by default none
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
