package org.crac;

import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;

/** The API's, for tests: it keeps resources weakly, as CRaC does, and in a class that is not public. */
public final class Core {
    private static final Resources GLOBAL = new Resources();

    private Core() {}

    public static Context<Resource> getGlobalContext() {
        return GLOBAL;
    }

    private static final class Resources extends Context<Resource> {
        private final Set<Resource> resources = Collections.newSetFromMap(new WeakHashMap<>());

        @Override
        public void register(Resource resource) {
            resources.add(resource);
        }

        @Override
        public void beforeCheckpoint(Context<? extends Resource> context) throws Exception {
            for (Resource resource : resources) {
                resource.beforeCheckpoint(this);
            }
        }

        @Override
        public void afterRestore(Context<? extends Resource> context) throws Exception {
            for (Resource resource : resources) {
                resource.afterRestore(this);
            }
        }
    }
}
