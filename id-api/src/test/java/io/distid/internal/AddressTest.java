package io.distid.internal;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AddressTest {
    private static final String NOT_SHOWN = "(an address that is not shown)";

    @ParameterizedTest
    @CsvSource({
        "redis://ann:hunter2@host:6379/0, redis://host:6379/0",
        "redis://:hunter2@host, redis://host",
        "redis://hunter2@host, redis://host",
        "redis://ann:hun@ter2@host, redis://host",
        "redis://ann:hunter2@[::1]:6379, redis://[::1]:6379",
        "jdbc:mysql://host/db?user=ann&password=hunter2&useSSL=true, jdbc:mysql://host/db",
        "'jdbc:mysql://host/db?password=hun,ter2', jdbc:mysql://host/db",
        "jdbc:mysql://host/db?user=ann;password=hunter2, jdbc:mysql://host/db",
        "jdbc:mysql://host/db;password=hunter2, jdbc:mysql://host",
        "'zk1:2181,zk2:2181/distid', 'zk1:2181,zk2:2181/distid'",
        "host:6379, host:6379",
        "jdbc:mysql://a/x jdbc:mysql://ann:hunter2@b/x, jdbc:mysql://a/x jdbc:mysql://b/x"
    })
    void onlySchemeHostsPortsAndPathAreShown(String url, String shown) {
        assertThat(Address.of(url)).hasToString(shown);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "redis://ann:hun/ter2@host/1",
                "redis://ann:hun?ter#2@host",
                "redis://ann:12/ter2@host/1",
                "jdbc:mysql://(host=h,port=1,user=root,password=p&hunter2)/db",
                "jdbc:mysql://address=(host=h)(password=hunter2)(port=1)/db",
                "jdbc:mysql://host:hunter2/db",
                "jdbc:mysql://a/x jdbc:mysql://(password=hunter2)/x",
                "://",
                ""
            })
    void anAddressOfAnUnusualFormIsNotShownAtAll(String url) {
        assertThat(Address.of(url)).hasToString(NOT_SHOWN);
    }

    @ParameterizedTest
    @CsvSource({
        "redis://ann:hunter2@host, hunter2",
        "redis://:hunter2@host, hunter2",
        "redis://hunter2@host, hunter2",
        "jdbc:mysql://host/db?user=ann&password=hunter2&useSSL=true, hunter2",
        "jdbc:mysql://host/db?password=pw&maxRows=10, pw",
        "jdbc:mysql://host/db?trustCertificateKeyStorePassword=hunter2#x, hunter2"
    })
    void passwordsAreTheSecrets(String url, String secret) {
        assertThat(Address.of(url).secrets()).containsExactly(secret);
    }

    @ParameterizedTest
    @CsvSource({
        "jdbc:mysql://host/db?user=u;password=hunter2, hunter2",
        "'jdbc:mysql://h/db?x=(password=hunter2)', hunter2"
    })
    void optionThatHoldsOthersIsSecretAsAWholeAndInPart(String url, String secret) {
        assertThat(Address.of(url).secrets()).contains(secret);
    }
}
