package io.distid.spi;

/** Opens one kind of segment store. Safe for use by any number of threads, as each {@link Provider} is. */
@Port(noun = "segment store")
public interface SegmentStoreProvider extends Provider {

    /**
     * Opens the store.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return ready for use
     * @throws io.distid.ConfigException if the settings do not fit together
     * @throws io.distid.BackendException if the store does not answer or refuses
     */
    SegmentStore open(IdConfig config);

    /**
     * The most ids that the store would grant at a time, where the settings tell: who wants more is then refused before the store is opened, which may write down for
     * ever how it is used.
     *
     * @param config the settings, checked against {@link #keys()}
     * @return as {@link SegmentStore#maxSize()} of the opened store, or more if that is not known yet
     * @throws io.distid.ConfigException if the settings do not fit together
     */
    default long maxSize(IdConfig config) {
        return Long.MAX_VALUE;
    }

    /** {@inheritDoc} */
    @Override
    default String level() {
        return "store";
    }
}
