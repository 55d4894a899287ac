package io.distid.bench.throughput;

import io.distid.IdGenerator;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.SettingsFile;
import java.util.logging.LogManager;

/** Opens a strategy inside a JVM that JMH forked. Such a JVM starts no server: it is told where the parent's are. */
final class ForkedSubject {
    private ForkedSubject() {}

    static IdGenerator open(String name) {
        endWithParent();
        // The parent opened the same strategies, and has their warnings for its report.
        LogManager.getLogManager().reset();
        return Catalogue.subject(name).opening().open(SettingsFile.ofThisFork().of(name));
    }

    /** A parent that is killed cannot end its forks, and they would run on against its servers. */
    private static void endWithParent() {
        ProcessHandle.current()
                .parent()
                .ifPresent(parent ->
                        parent.onExit().thenRun(() -> Runtime.getRuntime().halt(1)));
    }
}
