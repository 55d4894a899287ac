package io.distid.bench.peer;

import io.distid.IdTraits;
import io.distid.bench.subject.PeerLongGenerator;
import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import me.ahoo.cosid.segment.IdSegment;
import me.ahoo.cosid.segment.IdSegmentDistributor;
import me.ahoo.cosid.segment.SegmentChainId;
import me.ahoo.cosid.segment.concurrent.PrefetchWorkerExecutorService;

/**
 * CosId's segment chain on Leaf's table.
 *
 * <p>CosId's own JDBC distributor is not on Maven Central; its ranges are claimed through distid's store, with the same
 * round trips.
 */
final class CosIdSegments {
    static final String TAG = "cosid";
    static final int STEP = 1000;
    private static final int SAFE_DISTANCE = 5;
    private static final int PREFETCHERS = 2;
    private static final Duration PREFETCH_PERIOD = Duration.ofSeconds(1);
    static final String OPTIONS = "step=" + STEP + " safe-distance=" + SAFE_DISTANCE + " prefetch-period="
            + PREFETCH_PERIOD.toSeconds() + "s core-pool-size=" + PREFETCHERS + ", ranges through distid's MySQL store";

    private CosIdSegments() {}

    static PeerLongGenerator open(Map<String, String> settings, IdTraits claims) {
        SegmentStoreProvider mySql = Providers.find(SegmentStoreProvider.class, "mysql");
        Map<String, String> storeSettings = new TreeMap<>(settings);
        String tag = storeSettings.remove("tag");
        SegmentStore store = mySql.open(IdConfig.of(mySql, storeSettings));
        var prefetch = new PrefetchWorkerExecutorService(PREFETCH_PERIOD, PREFETCHERS, false);
        SegmentChainId chain = new SegmentChainId(
                IdSegment.TIME_TO_LIVE_FOREVER, SAFE_DISTANCE, new Distributor(store, tag), prefetch);
        return new PeerLongGenerator(chain::generate, claims, () -> {
            prefetch.shutdown();
            store.close();
        });
    }

    private record Distributor(SegmentStore store, String tag) implements IdSegmentDistributor {
        @Override
        public String getNamespace() {
            return "distid";
        }

        @Override
        public String getName() {
            return tag;
        }

        @Override
        public long getStep() {
            return STEP;
        }

        @Override
        public long nextMaxId(long ids) {
            // CosId takes the last id of a range, distid the first one after it.
            return store.claim(tag, ids).end() - 1;
        }
    }
}
