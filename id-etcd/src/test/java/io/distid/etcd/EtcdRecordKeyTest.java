package io.distid.etcd;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.spi.RecordStore;
import io.distid.spi.RecordStore.Header;
import io.distid.spi.RecordStore.LeaseRecord;
import io.distid.spi.RecordStore.Write;
import java.util.List;
import java.util.Locale;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/** Keys of records, by nodes whose systems speak different languages. */
@Isolated("the language of the system is another one meanwhile")
class EtcdRecordKeyTest {
    private static final String NAME = "digits";
    private static final Header HEADER = new Header("token", "layout", 0, "", 0);

    private final Locale before = Locale.getDefault(Locale.Category.FORMAT);
    private final RecordStore store = new EtcdRecordStore(new SimulatedEtcd.Direct(new EtcdModel()), "model");

    @AfterEach
    void speakAsBefore() {
        Locale.setDefault(Locale.Category.FORMAT, before);
    }

    /** Else two of them would be granted one id. */
    @Test
    void keyIsTheSameWhereDigitsAreWrittenOtherwise() {
        store.writeHeader(NAME, null, HEADER);
        LeaseRecord record = new LeaseRecord("token", 5, 5, 0, "holder", null);
        Locale.setDefault(Locale.Category.FORMAT, Locale.forLanguageTag("ar-EG-u-nu-arab"));
        assertThat("%d".formatted(7)).as("a digit in that language").isNotEqualTo("7");

        store.write(NAME, List.of(new Write(7, null, record, HEADER)));

        speakAsBefore();
        assertThat(store.read(NAME, 0, 10).records()).containsOnlyKeys(7);
    }
}
