package io.distid.bench.throughput;

import io.distid.IdGenerator;
import io.distid.IdGenerators;
import io.distid.bench.subject.SettingsFile;
import java.util.logging.LogManager;

/** Opens a strategy inside a JVM that JMH forked. Such a JVM starts no server: it is told where the parent's are. */
final class ForkedSubject {
    private ForkedSubject() {}

    static IdGenerator open(String strategy) {
        endWithParent();
        // The parent opened the same strategies, and has their warnings for its report.
        LogManager.getLogManager().reset();
        return IdGenerators.open(strategy, SettingsFile.ofThisFork().of(strategy));
    }

    /** A parent that is killed cannot end its forks, and they would run on against its servers. */
    private static void endWithParent() {
        ProcessHandle.current()
                .parent()
                .ifPresent(parent ->
                        parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    }
}
