package io.distid.internal.process;

import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Hears of checkpoints and restores from CRaC (Coordinated Restore at Checkpoint), where the Java runtime or the class path has its API.
 *
 * <p>Uses reflection, so that distid does not depend on the API.
 *
 * @see <a href="https://github.com/CRaC/docs">CRaC</a>
 */
final class CheckpointHook implements InvocationHandler {
    /** The packages that may have the API, with the same names in each. The runtime's own comes first. */
    static final List<String> APIS = List.of("jdk.crac", "org.crac");

    private final CopyDetector copies;

    private CheckpointHook(CopyDetector copies) {
        this.copies = copies;
    }

    /**
     * Registers with the first API that exists.
     *
     * @return what was registered, to be kept by the caller: the API keeps it weakly; null if there is none
     */
    static @Nullable Object register(CopyDetector copies, List<String> apis) {
        for (String api : apis) {
            Object resource = register(copies, api);
            if (resource != null) {
                return resource;
            }
        }
        return null;
    }

    private static @Nullable Object register(CopyDetector copies, String api) {
        try {
            Class<?> core = Class.forName(api + ".Core");
            Class<?> type = Class.forName(api + ".Resource");
            Object context = core.getMethod("getGlobalContext").invoke(null);
            if (context == null) {
                return null; // switched off
            }
            Object resource =
                    Proxy.newProxyInstance(type.getClassLoader(), new Class<?>[] {type}, new CheckpointHook(copies));
            // Found through the public class, since the context's own class may lie in a package that is not exported.
            Class.forName(api + ".Context").getMethod("register", type).invoke(context, resource);
            return resource;
        } catch (ClassNotFoundException e) {
            return null;
        } catch (ReflectiveOperationException | LinkageError e) {
            System.getLogger(CheckpointHook.class.getName())
                    .log(
                            System.Logger.Level.WARNING,
                            api + " is there, but distid could not register with it: " + e
                                    + ". Open generators after a restore, not before.");
            return null;
        }
    }

    @Override
    public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] arguments) {
        switch (method.getName()) {
            case "beforeCheckpoint":
                copies.expected();
                return null;
            case "afterRestore":
                copies.restored();
                return null;
            case "equals":
                return arguments != null && arguments[0] == proxy;
            case "hashCode":
                return System.identityHashCode(proxy);
            default:
                return "distid";
        }
    }
}
