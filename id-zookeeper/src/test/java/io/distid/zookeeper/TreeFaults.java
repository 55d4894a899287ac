package io.distid.zookeeper;

import io.distid.BackendException;
import io.distid.testservers.fault.LossyLink;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;

/** A real tree some of whose answers are lost, or come after an interrupt of who waits for them. */
final class TreeFaults implements InvocationHandler {
    private static final Set<String> CHANGES =
            Set.of("create", "createWithParents", "createSequential", "write", "delete", "commit");

    /** Those that are several requests. */
    private static final Set<String> SEVERAL = Set.of("readAll", "look", "commitEach");

    /** More than a test makes. */
    private static final long LOST_TRANSACTIONS = 1_000_000;

    private ZooKeeperTree real;
    private int passing = -1;
    private int lost;
    private int uninterrupted = -1;
    private LossyLink holding;
    private boolean rollingBack;
    private ZooKeeperTree.Node older;
    private volatile Runnable beforeWrite = () -> {};
    private volatile Runnable beforeHeader = () -> {};
    private volatile Runnable beforeRead = () -> {};

    TreeFaults(ZooKeeperTree real) {
        this.real = real;
    }

    ZooKeeperTree tree() {
        return (ZooKeeperTree) Proxy.newProxyInstance(
                ZooKeeperTree.class.getClassLoader(), new Class<?>[] {ZooKeeperTree.class}, this);
    }

    void reopen(ZooKeeperTree other) {
        real = other;
    }

    /** After so many answers to changes, one is lost: the change is made. */
    synchronized void loseAnswerAfter(int answers) {
        passing = answers;
        lost = 0;
    }

    /** After so many changes, the thread that asks for one is interrupted while it waits for the answer: the change is made after that. */
    synchronized void interruptAfter(int changes, LossyLink link) {
        uninterrupted = changes;
        holding = link;
    }

    synchronized int lost() {
        return lost;
    }

    /** What happens once, before the next write to the record of a worker id or of a lock. */
    void beforeWrite(Runnable event) {
        beforeWrite = event;
    }

    /** What happens once, before the next transaction that writes to no record, such as one that writes a header. */
    void beforeHeader(Runnable event) {
        beforeHeader = event;
    }

    /** What happens before each read. */
    void beforeRead(Runnable event) {
        beforeRead = event;
    }

    /**
     * Before the next write to the record of a worker id the ensemble loses the last write to each record. So until then records are read as
     * they stood after it.
     */
    void rollBackBeforeWrite() {
        rollingBack = true;
    }

    /** Until a write is answered, or a look syncs, the server lags: records are read as that. */
    void lag(ZooKeeperTree.Node record) {
        older = record;
    }

    @Override
    public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
        if (method.getName().equals("look")) {
            older = null;
        }
        if (SEVERAL.contains(method.getName())) {
            // One after the other, so that what befalls one request befalls each of them.
            return InvocationHandler.invokeDefault(proxy, method, arguments);
        }
        boolean isCommit = method.getName().equals("commit");
        if (isCommit
                ? writesRecord((List<?>) arguments[0])
                : method.getName().equals("write") && isRecord(arguments[0])) {
            rollingBack = false;
            Runnable event = beforeWrite;
            beforeWrite = () -> {};
            event.run();
        } else if (isCommit) {
            Runnable event = beforeHeader;
            beforeHeader = () -> {};
            event.run();
        }
        if (method.getName().equals("read")) {
            beforeRead.run();
        }
        Object answer;
        try {
            answer = CHANGES.contains(method.getName()) && isInterrupted()
                    ? AnswerInterrupt.of(holding, () -> method.invoke(real, arguments))
                    : method.invoke(real, arguments);
        } catch (InvocationTargetException e) {
            throw e.getCause();
        }
        if (method.getName().equals("read")) {
            if (rollingBack && answer instanceof ZooKeeperTree.Node node && ((String) arguments[0]).matches(".*\\d")) {
                node.stat().setVersion(node.stat().getVersion() + 1);
                node.stat().setMzxid(node.stat().getMzxid() + LOST_TRANSACTIONS);
            }
            if (older != null && isRecord(arguments[0])) {
                answer = older;
            }
        }
        if (CHANGES.contains(method.getName())) {
            if (isLost()) {
                throw new BackendException("the answer to " + method.getName() + " was lost");
            }
            older = null;
        }
        return answer;
    }

    private static boolean isRecord(Object path) {
        return ((String) path).matches(".*/(lock-)?\\d+");
    }

    private static boolean writesRecord(List<?> steps) {
        return steps.stream().anyMatch(step -> isRecord(((ZooKeeperTree.Step) step).path()));
    }

    private synchronized boolean isInterrupted() {
        boolean isInterrupted = uninterrupted == 0;
        uninterrupted = Math.max(-1, uninterrupted - 1);
        return isInterrupted;
    }

    private synchronized boolean isLost() {
        boolean isLost = passing == 0;
        passing = Math.max(-1, passing - 1);
        lost += isLost ? 1 : 0;
        return isLost;
    }
}
