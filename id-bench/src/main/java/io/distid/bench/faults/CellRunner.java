package io.distid.bench.faults;

import io.distid.bench.faults.node.FaultNode;
import io.distid.bench.faults.node.Gaps;
import io.distid.bench.faults.node.NodeState;
import io.distid.bench.faults.node.Opened;
import io.distid.bench.faults.store.FaultStore;
import io.distid.bench.faults.store.ServerSetup;
import io.distid.bench.jvm.ChildLostException;
import io.distid.bench.nodes.IdIssue;
import io.distid.bench.nodes.NodesCheck;
import io.distid.bench.nodes.ThreadFile;
import io.distid.bench.nodes.ThreadFileWriter;
import io.distid.bench.nodes.ThreadFiles;
import io.distid.bench.progress.Steps;
import io.distid.bench.results.FaultCell;
import io.distid.bench.results.FaultPlan;
import io.distid.bench.results.Verdict;
import io.distid.bench.subject.Catalogue;
import io.distid.bench.subject.Promise;
import io.distid.bench.subject.ServerKind;
import io.distid.testservers.fault.FakeTimeLibrary;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** Runs one subject under one fault, and returns the cell. Immutable. */
public final class CellRunner {
    private final FaultTiming timing;

    /** For any number of cells. */
    public CellRunner(FaultTiming timing) {
        this.timing = timing;
    }

    /**
     * Runs one cell. Its processes have ended then, also if the thread was interrupted.
     *
     * @param namespace the namespace of worker ids, for this cell alone
     * @param folder the folder for its files, which is created
     */
    public FaultCell run(Fault fault, FaultSubject subject, FaultPlan plan, String namespace, Path folder)
            throws InterruptedException {
        ServerKind kind = subject.subject().server();
        ServerSetup setup = fault.setup(subject);
        try (FaultStore store = kind == null || setup == ServerSetup.SHARED ? null : FaultStore.start(kind, setup);
                Fleet fleet = new Fleet(
                        store == null ? subject : new FaultSubject(subject.subject(), store.servers()),
                        timing,
                        namespace,
                        folder,
                        fault.setsClocks() ? FakeTimeLibrary.find() : null,
                        store)) {
            try {
                Files.createDirectories(folder);
                return run(fault, fleet, plan);
            } catch (IOException | RuntimeException e) {
                return without(fault, subject, plan, Verdict.NOT_SHOWN, String.valueOf(e.getMessage()), fleet.story());
            }
        } catch (RuntimeException e) {
            return without(fault, subject, plan, Verdict.NOT_SHOWN, String.valueOf(e.getMessage()), List.of());
        }
    }

    /** A cell without compared ids. */
    static FaultCell without(
            Fault fault,
            FaultSubject subject,
            FaultPlan plan,
            Verdict verdict,
            String reason,
            List<FaultCell.Event> story) {
        return FaultCell.without(
                subject.name(), subject.subject().origin().library(), fault.name(), plan, verdict, reason, story);
    }

    /** Injects the fault. The ids of a lost process are in its file, so they are compared even after an exception. */
    private FaultCell run(Fault fault, Fleet fleet, FaultPlan plan) throws InterruptedException, IOException {
        Proof proof = null;
        List<FaultNode.Liveness> after;
        long until;
        try {
            proof = fault.inject(fleet, plan);
            after = settle(fleet);
            until = System.nanoTime();
            end(fleet);
        } catch (RuntimeException e) {
            String reason = String.valueOf(e.getMessage());
            fleet.tell("broken off: " + reason);
            proof = proof == null
                    ? new Proof(false, reason)
                    : new Proof(false, proof.shown() ? reason : proof.words(), proof.contradiction());
            after = null;
            until = System.nanoTime();
            // Do not wait for nodes that may be paused: each id is in its file before the next one is issued.
            fleet.close();
        }
        return judge(fault, fleet, plan, proof, after, until);
    }

    /** Waits until each running node has issued ids again, and ends it. */
    private List<FaultNode.Liveness> settle(Fleet fleet) throws InterruptedException {
        Map<FaultNode, NodeState> before = new LinkedHashMap<>();
        for (FaultNode node : fleet.nodes()) {
            if (node.isRunning() && node.draws()) {
                before.put(node, node.state());
            }
        }
        // One deadline for all nodes, which issue ids at the same time.
        long deadline = System.nanoTime() + timing.patience().toNanos();
        List<FaultNode.Liveness> after = new ArrayList<>();
        for (FaultNode node : before.keySet()) {
            FaultNode.Liveness liveness = node.await(before.get(node), timing.idsAfter(), deadline);
            after.add(liveness);
            for (String message : node.messages()) {
                fleet.tell(node.title() + " failed by " + message);
            }
            fleet.tell(node.title()
                    + switch (liveness) {
                        case WENT_ON -> " gives out ids";
                        case REFUSED -> " answers by errors";
                        case SILENT -> " does not answer";
                    });
        }
        return after;
    }

    /** Ends all nodes. Fails if the last id of a node is not in its file. */
    private static void end(Fleet fleet) throws InterruptedException {
        for (FaultNode node : fleet.nodes()) {
            if (node.isRunning()) {
                try {
                    node.end();
                } catch (ChildLostException e) {
                    // Its ids are in its file. Its end is not judged.
                    node.close();
                }
            }
        }
    }

    /**
     * Compares the ids.
     *
     * @param after the state of each node that still ran at the end; null if the cell was broken off
     * @param until when the nodes were watched no longer
     */
    private FaultCell judge(
            Fault fault, Fleet fleet, FaultPlan plan, Proof proof, @Nullable List<FaultNode.Liveness> after, long until)
            throws IOException {
        FaultSubject subject = fleet.subject();
        Opened.Claims claims = fleet.nodes().stream()
                .map(FaultNode::opened)
                .filter(Opened::succeeded)
                .map(Opened::traits)
                .findFirst()
                .orElse(null);
        List<FaultNode> owners =
                fleet.nodes().stream().filter(FaultNode::hasIds).toList();
        if (claims == null || owners.isEmpty()) {
            String none = claims == null ? "no node could be opened" : "no node returned an id in time";
            String reason = after == null ? proof.words() : none;
            return without(fault, subject, plan, Verdict.NOT_SHOWN, reason, fleet.story());
        }
        List<ThreadFile> files = new ArrayList<>();
        for (FaultNode node : owners) {
            ThreadFileWriter.dropTornBlock(node.ids(), claims.width());
            files.add(new ThreadFile(node.ids(), files.size(), 0));
        }
        NodesCheck check = NodesCheck.of(
                new ThreadFiles(files, owners.size(), claims.width()),
                claims.ordering(),
                // The number of ids to wait for after the fault.
                0,
                files.get(0).path().resolveSibling(""),
                Steps.NONE);
        long repeats = check.result().duplicates();
        Map<String, Long> errors = fleet.errors();
        List<FaultCell.Event> story = new ArrayList<>(fleet.story());
        String firstRepeat = firstRepeat(check, owners, fleet, story);
        story.sort(Comparator.comparingLong(FaultCell.Event::millis));
        String broken = check.inversions().isEmpty() ? null : check.inversions().get(0);
        Verdict verdict =
                Judgement.verdict(proof.shown(), repeats, after == null ? List.of() : after, NodeState.failed(errors));
        String contradiction = Stream.of(
                        Judgement.contradiction(
                                claims.safety(), fault.takes(subject), repeats, claims.ordering(), broken),
                        Judgement.unstopped(fault.is(Fault.Trait.ENDS_IDS), verdict),
                        subject.isOurs() ? Judgement.hangs(verdict, timing.patience()) : null,
                        Judgement.notPositive(errors),
                        proof.contradiction())
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        return new FaultCell(
                subject.name(),
                subject.subject().origin().library(),
                fault.name(),
                plan,
                verdict,
                proof.words(),
                check.result().ids(),
                repeats,
                firstRepeat,
                claims.ordering().name(),
                broken,
                longestGap(owners, claims.width(), until) / 1_000_000,
                errors,
                after != null && after.stream().allMatch(FaultNode.Liveness.WENT_ON::equals),
                contradiction,
                // Only distid's subjects: the text says who notices the repeats, which may not hold for peers.
                subject.isOurs() ? fault.canRepeat(subject) : null,
                documented(fault, subject, verdict, repeats, broken),
                story);
    }

    /** A peer's documentation of the weaknesses that the cell shows; null for other rows, and if it shows none. */
    private static @Nullable String documented(
            Fault fault, FaultSubject subject, Verdict verdict, long repeats, @Nullable String broken) {
        Set<Promise.Weakness> weaknesses =
                Judgement.weaknesses(fault.is(Fault.Trait.ENDS_IDS), verdict, repeats, broken);
        return subject.isOurs() || subject.name().equals(Catalogue.control().name()) || weaknesses.isEmpty()
                ? null
                : Catalogue.promise(subject.subject()).of(fault.name(), weaknesses);
    }

    private static @Nullable String firstRepeat(
            NodesCheck check, List<FaultNode> owners, Fleet fleet, List<FaultCell.Event> story) {
        if (check.firstRepeat().size() < 2) {
            return null;
        }
        IdIssue first = check.firstRepeat().get(0);
        IdIssue again = check.firstRepeat().get(1);
        story.add(new FaultCell.Event(
                fleet.millis(again.returned()), "first repeat: " + again.id() + " by " + owner(again, owners)));
        return String.format(
                Locale.ROOT,
                "%s by %s at %.3f s and by %s at %.3f s",
                again.id(),
                owner(first, owners),
                fleet.millis(first.returned()) / 1e3,
                owner(again, owners),
                fleet.millis(again.returned()) / 1e3);
    }

    private static String owner(IdIssue issue, List<FaultNode> owners) {
        FaultNode node = owners.get(issue.file().node());
        return node.title() + " (process " + node.pid() + ")";
    }

    /** The longest gap of any node. Processes of the same number are one node. */
    private static long longestGap(List<FaultNode> owners, int width, long until) throws IOException {
        Map<Integer, List<Path>> files = owners.stream()
                .collect(Collectors.groupingBy(
                        FaultNode::number, Collectors.mapping(FaultNode::ids, Collectors.toList())));
        long longest = 0;
        for (List<Path> each : files.values()) {
            longest = Math.max(longest, Gaps.longest(each, width, until));
        }
        return longest;
    }
}
