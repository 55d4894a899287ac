package io.distid.testkit.contract;

import io.distid.spi.IdConfig;
import io.distid.spi.Providers;
import io.distid.spi.SegmentStore;
import io.distid.spi.SegmentStoreProvider;
import io.distid.testkit.ChildInput;
import io.distid.testkit.ConcurrentRunner;
import java.util.ArrayList;
import java.util.List;

/** One of several processes that claim ranges of one tag at the same time. */
final class SegmentStoreChild {
    private static final int OBJECTS = 2;

    private SegmentStoreChild() {}

    /**
     * Prints {@code ready}, waits for a command, claims, prints each thread's ranges in the order claimed, prints {@code done}.
     *
     * @param args the store's name, the tag, the number of threads, claims per thread
     * @throws Exception if anything fails; the parent sees that nothing is done
     */
    public static void main(String[] args) throws Exception {
        ChildInput input = new ChildInput();
        SegmentStoreProvider provider = Providers.find(SegmentStoreProvider.class, args[0]);
        int claims = Integer.parseInt(args[3]);
        List<SegmentStore> stores = new ArrayList<>();
        for (int i = 0; i < OBJECTS; i++) {
            stores.add(provider.open(IdConfig.of(provider, input.settings())));
        }
        System.out.println("ready");
        input.command();
        List<List<ClaimRange>> streams =
                ConcurrentRunner.run(Integer.parseInt(args[2]), SegmentStoreRanges.CONTENDED, thread -> {
                    List<ClaimRange> ranges = new ArrayList<>();
                    for (int i = 0; i < claims; i++) {
                        long size = 1 + (thread + i) % 20;
                        ranges.add(ClaimRange.of(ConcurrentRunner.untilAnswered(
                                () -> stores.get(thread % OBJECTS).claim(args[1], size))));
                    }
                    return ranges;
                });
        StringBuilder report = new StringBuilder();
        for (int thread = 0; thread < streams.size(); thread++) {
            for (ClaimRange range : streams.get(thread)) {
                report.append("range ").append(thread).append(' ');
                report.append(range.start()).append(' ').append(range.end()).append('\n');
            }
        }
        System.out.print(report);
        System.out.println("done " + streams.size());
        stores.forEach(SegmentStore::close);
    }
}
