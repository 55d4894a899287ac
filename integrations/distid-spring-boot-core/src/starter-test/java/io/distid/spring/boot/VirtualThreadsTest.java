package io.distid.spring.boot;

import static org.assertj.core.api.Assertions.assertThat;

import io.distid.testservers.Database;
import io.distid.testservers.MySqlServer;
import io.distid.testservers.RedisServer;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import jdk.jfr.Recording;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledForJreRange;
import org.junit.jupiter.api.condition.JRE;
import org.junit.jupiter.api.io.TempDir;

/** Requests on virtual threads draw ids that wait for a store, and none of them holds its carrier meanwhile. */
class VirtualThreadsTest {

    @Test
    @EnabledForJreRange(min = JRE.JAVA_21)
    void requestsOnVirtualThreadsPinNothing(@TempDir Path directory) throws Exception {
        Path file = directory.resolve("pinned.jfr");
        Set<String> ids = new TreeSet<>();
        try (RedisServer redis = RedisServer.start();
                Recording recording = new Recording()) {
            recording.enable("jdk.VirtualThreadPinned").withoutThreshold().withStackTrace();
            recording.enable("jdk.VirtualThreadStart");
            Database database = MySqlServer.shared().createDatabase();
            // Waiting for it holds carriers, and a first draw that is answered at once does not come to it.
            Class.forName("sun.nio.ch.Poller");
            try (OrderApplication application = OrderApplication.start(List.of(
                    "spring.threads.virtual.enabled=true",
                    "spring.datasource.url=" + database.url(),
                    "spring.datasource.username=" + database.user(),
                    "spring.datasource.password=" + database.password(),
                    "spring.data.redis.host=" + redis.host(),
                    "spring.data.redis.port=" + redis.port(),
                    "distid.generators.orders.strategy=redis-incr",
                    "distid.generators.orders.timeout=60s",
                    "distid.generators.orders.create=true"))) {
                // Java's own sockets hold carriers while their classes are initialized, once.
                draw(application);
                recording.start();
                ids.addAll(draw(application));
                recording.stop();
            }
            recording.dump(file);
        }
        assertThat(ids).hasSize(50);
        List<RecordedEvent> events = RecordingFile.readAllEvents(file);
        assertThat(events).anyMatch(event -> event.getEventType().getName().equals("jdk.VirtualThreadStart"));
        assertThat(events.stream()
                        .filter(event -> event.getEventType().getName().equals("jdk.VirtualThreadPinned"))
                        .filter(event -> String.valueOf(event.getStackTrace()).contains("io.distid")))
                .isEmpty();
    }

    /** By requests that overlap. */
    private static List<String> draw(OrderApplication application) {
        List<CompletableFuture<HttpResponse<String>>> answers = new ArrayList<>();
        for (int i = 0; i < 50; i++) {
            answers.add(application.getLater("/id"));
        }
        return answers.stream().map(answer -> answer.join().body()).toList();
    }
}
