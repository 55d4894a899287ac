package io.distid.bench.faults;

import io.distid.bench.Snapshot;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.Servers;
import io.distid.bench.subject.Subject;
import io.distid.bench.subject.WorkerIdKind;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

/** Which cells the table of faults has, where worker ids are from, and what is quoted of peers, is what it was. */
class CellsBeforeTest {
    @Test
    void cellsAreWhatTheyWere() throws IOException {
        List<String> lines = new ArrayList<>();
        try (Servers none = new Servers()) {
            List<Subject> subjects = new ArrayList<>(subjects());
            subjects.add(Catalogue.control());
            for (Subject each : subjects) {
                FaultSubject subject = new FaultSubject(each, none);
                lines.add("# " + each.name() + " " + each.origin().strategy() + " " + each.server() + " "
                        + subject.workerIds() + " " + count(subject) + " " + each.takesWorkerId());
                lines.addAll(grouped(fault -> fault.setup(subject) + " " + fault.whyInapplicable(subject) + " "
                        + fault.takes(subject).stream().sorted().toList()));
            }
        }
        Snapshot.assertSame("cells.txt", lines);
    }

    @Test
    void peersAreQuotedAsTheyWere() throws IOException {
        List<String> lines = new ArrayList<>();
        for (Subject each : subjects()) {
            if (each.origin().library() != null) {
                for (Promise.Weakness weakness : Promise.Weakness.values()) {
                    lines.add("# " + each.name() + " " + weakness);
                    lines.addAll(grouped(fault -> Catalogue.promise(each).of(fault.name(), Set.of(weakness))));
                }
            }
        }
        Snapshot.assertSame(
                "promises.txt",
                lines.stream()
                        .map(line -> line.replaceAll("JDK [0-9.]+", "JDK"))
                        .toList());
    }

    private static int count(FaultSubject subject) {
        return subject.workerIds() == WorkerIdKind.NONE ? 0 : subject.workerIdCount();
    }

    /** All but those of tests. */
    private static List<Subject> subjects() {
        return Catalogue.underFaults(List.of(Catalogue.ALL)).stream()
                .filter(subject -> !subject.name().matches("broken-.*|lost"))
                .toList();
    }

    private static List<String> grouped(Function<Fault, String> said) {
        Map<String, List<String>> faults = new LinkedHashMap<>();
        for (Fault fault : Faults.ALL) {
            faults.computeIfAbsent(said.apply(fault), none -> new ArrayList<>()).add(fault.name());
        }
        return faults.entrySet().stream()
                .map(entry -> entry.getKey() + ": " + String.join(" ", entry.getValue()))
                .toList();
    }
}
