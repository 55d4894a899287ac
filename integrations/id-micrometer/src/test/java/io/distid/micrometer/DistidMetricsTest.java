package io.distid.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.entry;

import io.distid.IdException;
import io.distid.IdStats;
import io.distid.testkit.Eventually;
import io.distid.worker.LeaseHealth;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.lang.ref.WeakReference;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class DistidMetricsTest {
    private final AtomicLong nanos = new AtomicLong();
    private final DistidMetrics metrics = new DistidMetrics(nanos::get);
    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);

    @Test
    void scrapeShowsTheFiguresOfTheStats() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator).bindTo(registry);
        Map<String, Double> samples = Scrape.of(registry).samples();
        String tags = "{generator=\"orders\",strategy=\"given\"}";
        assertThat(samples)
                .contains(
                        entry("distid_lead_seconds" + tags, 0.005),
                        entry("distid_waits_seconds_count" + tags, 2.0),
                        entry("distid_waits_seconds_sum" + tags, 1.5),
                        entry("distid_retries_total" + tags, 6.0),
                        entry("distid_lease_remaining_seconds" + tags, 2.5),
                        entry("distid_lease_reservation_seconds" + tags, 3.0),
                        entry("distid_lease_held" + tags, 1.0),
                        entry("distid_segment_left_ids" + tags, 1900.0),
                        entry("distid_segment_step_ids" + tags, 2000.0),
                        entry("distid_segment_time_on_hand_seconds" + tags, 40.0),
                        entry("distid_ids_burned_total" + tags, 13.0),
                        entry("distid_ids_issued_total" + tags, 2100.0),
                        entry("distid_ids_left" + tags, 8.0));
        assertThat(samples)
                .contains(
                        entry(tagged("distid_lease_renewals_total", "result", "success"), 11.0),
                        entry(tagged("distid_lease_renewals_total", "result", "failure"), 3.0),
                        entry(tagged("distid_segment_loads_total", "result", "success"), 2.0),
                        entry(tagged("distid_segment_loads_total", "result", "failure"), 1.0));
        assertThat(samples).hasSize(13 + 4 + FailureType.KNOWN.size() + 1);
    }

    @Test
    void failuresAreCountedByTypeFromZero() {
        GivenGenerator generator = new GivenGenerator(
                IdStats.builder().failures(Map.of(Foreign.class, 5L)).build());
        metrics.add("orders", generator).bindTo(registry);
        Map<String, Double> samples = Scrape.of(registry).samples();
        assertThat(samples).containsEntry(tagged("distid_failures_total", "type", "other"), 5.0);
        FailureType.KNOWN.forEach(type ->
                assertThat(samples).containsEntry(tagged("distid_failures_total", "type", type.getSimpleName()), 0.0));
        GivenGenerator another = GivenGenerator.withAllFigures();
        metrics.remove("orders");
        metrics.add("orders", another);
        assertThat(Scrape.of(registry).samples())
                .contains(
                        entry(tagged("distid_failures_total", "type", "BackendException"), 4.0),
                        entry(tagged("distid_failures_total", "type", "IdsExhaustedException"), 1.0),
                        entry(tagged("distid_failures_total", "type", "ClockBehindException"), 0.0),
                        entry(tagged("distid_failures_total", "type", "other"), 0.0));
    }

    @Test
    void eachScrapeAsksEachGeneratorOnce() {
        GivenGenerator one = GivenGenerator.withAllFigures();
        GivenGenerator other = GivenGenerator.withAllFigures();
        metrics.add("one", one).add("other", other).bindTo(registry);
        for (int scrape = 1; scrape <= 3; scrape++) {
            nextScrape();
            one.asked.set(0);
            other.asked.set(0);
            registry.scrape();
            assertThat(one.asked).hasValue(1);
            assertThat(other.asked).hasValue(1);
        }
    }

    @Test
    void leaseThatIsLostIsNotHeldAndItsTimeRunsBelowZero() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator).bindTo(registry);
        IdStats lost = IdStats.builder()
                .lease(GivenGenerator.lease(Duration.ofSeconds(-4), true))
                .build();
        generator.stats = () -> lost;
        nextScrape();
        assertThat(gauge(registry, "distid.lease.held")).isZero();
        assertThat(gauge(registry, "distid.lease.remaining")).isEqualTo(-4);
    }

    @Test
    void timeOnHandIsNotANumberWhileNothingIsDrawnAndAnyNumberOtherwise() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator).bindTo(registry);
        generator.stats = () -> IdStats.builder()
                .segment(GivenGenerator.segment(Duration.ofSeconds(Long.MAX_VALUE)))
                .build();
        nextScrape();
        assertThat(gauge(registry, "distid.segment.time.on.hand")).isEqualTo(9.223372036854775807e18);
        generator.stats =
                () -> IdStats.builder().segment(GivenGenerator.segment(null)).build();
        nextScrape();
        assertThat(gauge(registry, "distid.segment.time.on.hand")).isNaN();
    }

    @Test
    void closedGeneratorHasGaugesThatAreNotANumberAndCountersThatStay() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator).bindTo(registry);
        Map<String, Double> before = Scrape.of(registry).samples();
        generator.close();
        nextScrape();
        assertGaugesAreNaNAndCountersAreAs(before);
    }

    /** What is left of a segment is burned by the close, and so after the last scrape of an open generator. */
    @Test
    void countersOfAClosedGeneratorAreThoseOfItsEnd() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator).bindTo(registry);
        Scrape.of(registry);
        generator.stats = () -> GivenGenerator.allFigures()
                .retries(9)
                .lead(Duration.ZERO)
                .closed(true)
                .build();
        nextScrape();
        assertThat(registry.get("distid.retries").functionCounter().count()).isEqualTo(9);
        assertThat(gauge(registry, "distid.lead")).isNaN();
    }

    @Test
    void statsThatThrowBreakNoScrapeAndAreAskedAgain() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator).bindTo(registry);
        Map<String, Double> before = Scrape.of(registry).samples();
        for (Throwable error :
                new Throwable[] {new IllegalStateException("planted"), new StackOverflowError("planted")}) {
            generator.stats = () -> {
                throw DistidMetricsTest.<RuntimeException>unchecked(error);
            };
            nextScrape();
            // Of a gauge Micrometer itself catches what is thrown, of a counter it does not.
            assertThat(registry.get("distid.retries").functionCounter().count()).isEqualTo(6);
            assertGaugesAreNaNAndCountersAreAs(before);
        }
        generator.stats = () -> GivenGenerator.allFigures().build();
        nextScrape();
        assertThat(Scrape.of(registry).samples()).isEqualTo(before);
    }

    @Test
    void generatorThatNobodyHoldsIsNotKeptAlive() {
        WeakReference<GivenGenerator> gone = addOneThatNobodyHolds();
        Eventually.await("its collection").until(() -> {
            System.gc();
            return gone.refersTo(null);
        });
        nextScrape();
        assertThat(gauge(registry, "distid.lease.remaining")).isNaN();
        assertThat(registry.get("distid.retries").functionCounter().count()).isEqualTo(6);
    }

    @Test
    void whatTheStatsDoNotHaveHasNoMeter() {
        GivenGenerator generator = new GivenGenerator(IdStats.builder().build());
        metrics.add("orders", generator).bindTo(registry);
        assertThat(Scrape.of(registry).names()).containsExactly("distid_failures_total");
    }

    @Test
    void leaseThatNoStoreKeepsHasNoMeters() {
        LeaseHealth unbound = new LeaseHealth(7, Instant.EPOCH, null, null, Instant.EPOCH, 0, 0, false, false);
        GivenGenerator generator =
                new GivenGenerator(IdStats.builder().lease(unbound).build());
        metrics.add("orders", generator).bindTo(registry);
        assertThat(Scrape.of(registry).names()).containsExactly("distid_failures_total");
    }

    @Test
    void generatorThatIsAddedLaterIsBoundToAllRegistries() {
        MeterRegistry simple = new SimpleMeterRegistry();
        metrics.bindTo(registry);
        metrics.bindTo(simple);
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator);
        assertThat(gauge(registry, "distid.lease.held")).isOne();
        assertThat(gauge(simple, "distid.lease.held")).isOne();
    }

    @Test
    void secondBindingToOneRegistryDoesNothing() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator).bindTo(registry);
        Scrape once = Scrape.of(registry);
        metrics.bindTo(registry);
        assertThat(Scrape.of(registry)).isEqualTo(once);
        metrics.remove("orders");
        assertThat(registry.getMeters()).isEmpty();
    }

    @Test
    void removedGeneratorHasNoMetersAndTheOthersKeepTheirs() {
        GivenGenerator one = GivenGenerator.withAllFigures();
        GivenGenerator other = GivenGenerator.withAllFigures();
        metrics.add("one", one).add("other", other).bindTo(registry);
        metrics.remove("one");
        metrics.remove("no such");
        assertThat(Scrape.of(registry).samples().keySet())
                .isNotEmpty()
                .allMatch(sample -> sample.contains("generator=\"other\""));
    }

    @Test
    void nameOfAnOpenGeneratorIsRefused() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator).bindTo(registry);
        Scrape before = Scrape.of(registry);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> metrics.add("orders", GivenGenerator.withAllFigures()))
                .withMessageContainingAll("\"orders\"", "strategy=given", "remove or close");
        assertThatIllegalArgumentException()
                .isThrownBy(() -> metrics.add(" ", generator))
                .withMessageContaining("\" \"");
        assertThat(Scrape.of(registry)).isEqualTo(before);
    }

    /** As after a lost lease: the old one is closed, a new one is opened. */
    @Test
    void nameOfAClosedGeneratorIsTakenOverAtOnce() {
        GivenGenerator first = GivenGenerator.withAllFigures();
        metrics.add("orders", first).bindTo(registry);
        first.close();
        GivenGenerator second = new GivenGenerator(IdStats.builder().retries(1).build());
        metrics.add("orders", second);
        assertThat(registry.get("distid.retries").functionCounter().count()).isEqualTo(1);
        assertThat(registry.find("distid.lease.held").gauge()).isNull();
    }

    /** Micrometer would take the meters of the second for those of the first, and say nothing. */
    @Test
    void nameThatAnotherObjectHasInTheRegistryIsRefused() {
        GivenGenerator first = GivenGenerator.withAllFigures();
        metrics.add("orders", first).bindTo(registry);
        Scrape before = Scrape.of(registry);
        GivenGenerator second = new GivenGenerator(IdStats.builder().retries(1).build());
        DistidMetrics other = new DistidMetrics(nanos::get).add("orders", second);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> other.bindTo(registry))
                .withMessage(
                        "\"orders\" is the name of another generator in this registry already, bound by another DistidMetrics:"
                                + " give this one, a given, another name, or remove or close the first");
        DistidMetrics bound = new DistidMetrics(nanos::get);
        bound.bindTo(registry);
        assertThatIllegalArgumentException().isThrownBy(() -> bound.add("orders", second));
        assertThat(Scrape.of(registry)).isEqualTo(before);
        other.remove("orders");
        assertThat(Scrape.of(registry)).isEqualTo(before);
    }

    /** As an application's that is started anew in one process. */
    @Test
    void nameThatAClosedGeneratorOfAnotherObjectHasInTheRegistryIsTakenOver() {
        GivenGenerator first = GivenGenerator.withAllFigures();
        metrics.add("orders", first).bindTo(registry);
        first.close();
        GivenGenerator second = new GivenGenerator(IdStats.builder().retries(1).build());
        new DistidMetrics(nanos::get).add("orders", second).bindTo(registry);
        assertThat(registry.get("distid.retries").functionCounter().count()).isEqualTo(1);
        assertThat(registry.find("distid.lease.held").gauge()).isNull();
        metrics.remove("orders");
        assertThat(registry.find("distid.retries").functionCounter()).isNotNull();
    }

    @Test
    void metersThatAFilterRenamesAreTakenOver() {
        registry.config().meterFilter(new MeterFilter() {
            @Override
            public Meter.Id map(Meter.Id id) {
                return id.withName("shop." + id.getName());
            }
        });
        GivenGenerator first = GivenGenerator.withAllFigures();
        metrics.add("orders", first).bindTo(registry);
        first.close();
        GivenGenerator second = new GivenGenerator(IdStats.builder().retries(1).build());
        new DistidMetrics(nanos::get).add("orders", second).bindTo(registry);
        assertThat(registry.get("shop.distid.retries").functionCounter().count())
                .isEqualTo(1);
        assertThat(registry.find("shop.distid.lease.held").gauge()).isNull();
    }

    @Test
    void generatorWhoseStatsThrowWhenItIsAddedIsNotAddedAndChangesNothing() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        generator.stats = () -> {
            throw new IllegalStateException("planted");
        };
        metrics.bindTo(registry);
        assertThatIllegalStateException()
                .isThrownBy(() -> metrics.add("orders", generator))
                .withMessage("planted");
        assertThat(registry.getMeters()).isEmpty();
        generator.stats = () -> GivenGenerator.allFigures().build();
        metrics.add("orders", generator);
        assertThat(registry.getMeters()).isNotEmpty();
    }

    private WeakReference<GivenGenerator> addOneThatNobodyHolds() {
        GivenGenerator generator = GivenGenerator.withAllFigures();
        metrics.add("orders", generator).bindTo(registry);
        registry.scrape();
        assertThat(gauge(registry, "distid.lease.remaining")).isEqualTo(2.5);
        return new WeakReference<>(generator);
    }

    private void assertGaugesAreNaNAndCountersAreAs(Map<String, Double> before) {
        Map<String, Double> after = Scrape.of(registry).samples();
        assertThat(after.keySet()).isEqualTo(before.keySet());
        after.forEach((sample, value) -> assertThat(value)
                .as(sample)
                .isEqualTo(
                        sample.matches(".*_(total|count|sum)\\{.*") ? before.get(sample) : Double.valueOf(Double.NaN)));
    }

    private void nextScrape() {
        nanos.addAndGet(StatsReading.KEPT.toNanos());
    }

    private static double gauge(MeterRegistry from, String name) {
        return from.get(name).tags(Tags.of("generator", "orders")).gauge().value();
    }

    private static String tagged(String name, String key, String value) {
        String last = key + "=\"" + value + "\"";
        return key.compareTo("strategy") < 0
                ? name + "{generator=\"orders\"," + last + ",strategy=\"given\"}"
                : name + "{generator=\"orders\",strategy=\"given\"," + last + "}";
    }

    @SuppressWarnings("unchecked")
    private static <E extends Throwable> E unchecked(@Nullable Throwable error) throws E {
        throw (E) error;
    }

    /** An error of somebody else's strategy. */
    private static final class Foreign extends IdException {
        private static final long serialVersionUID = 1L;

        Foreign() {
            super("foreign");
        }
    }
}
