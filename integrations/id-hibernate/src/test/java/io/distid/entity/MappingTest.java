package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;

import jakarta.persistence.Access;
import jakarta.persistence.AccessType;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Inheritance;
import jakarta.persistence.InheritanceType;
import jakarta.persistence.MappedSuperclass;
import java.util.Objects;
import java.util.UUID;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where the annotation may be. */
class MappingTest {

    @Test
    void joinedSubclassHasOneIdInBothTablesAndItsOwnColumns() {
        try (TestFactory factory = TestFactory.of(Payment.class, CardPayment.class)) {
            CardPayment payment = new CardPayment();
            factory.inTransaction(session -> session.persist(payment));
            assertThat(factory.query("SELECT c.receipt FROM Payment p JOIN CardPayment c ON c.id = p.id WHERE p.id = "
                            + payment.id))
                    .containsExactly(payment.receipt);
            assertThat(payment.receipt).startsWith("no_");
            Payment plain = new Payment();
            factory.inTransaction(session -> session.persist(plain));
            assertThat(plain.id).isPositive().isNotEqualTo(payment.id);
        }
    }

    @Test
    void embeddedObjectsHaveTheirColumnsFilled() {
        try (TestFactory factory = TestFactory.of(Customer.class)) {
            Customer customer = new Customer();
            customer.address.city = "Graz";
            Customer moved = new Customer();
            moved.address.code = 42L;
            factory.inTransaction(session -> {
                session.persist(customer);
                session.persist(moved);
            });
            assertThat(factory.query("SELECT CONCAT(city, code) FROM Customer WHERE id = " + customer.id))
                    .containsExactly("Graz" + customer.address.code);
            assertThat(customer.address.code).isPositive();
            assertThat(moved.address.code).isEqualTo(42);
        }
    }

    @Test
    void partOfACompositeIdIsFilled() {
        try (TestFactory factory = TestFactory.of(Line.class)) {
            Line line = new Line();
            line.id.warehouse = "W3";
            factory.inTransaction(session -> session.persist(line));
            assertThat(line.id.number).startsWith("no_");
            assertThat(factory.query("SELECT warehouse FROM Line WHERE number = '" + line.id.number + "'"))
                    .containsExactly("W3");
        }
    }

    /** As any generated part: Hibernate asks for it without telling what is there. */
    @Test
    void partOfACompositeIdThatIsSetIsDrawnAllTheSame() {
        try (TestFactory factory = TestFactory.of(Line.class, Seat.class)) {
            Line line = new Line();
            line.id.number = "given";
            Seat seat = new Seat();
            seat.number = 42;
            factory.inTransaction(session -> {
                session.persist(line);
                session.persist(seat);
            });
            assertThat(factory.query("SELECT number FROM Line"))
                    .containsExactly(line.id.number)
                    .doesNotContain("given");
            assertThat(factory.query("SELECT number FROM Seat"))
                    .containsExactly(String.valueOf(seat.number))
                    .doesNotContain("42");
        }
    }

    @Test
    void superclassLeavesTheTypeToItsSubclasses() {
        try (TestFactory factory = TestFactory.of(Shipment.class)) {
            Shipment shipment = new Shipment();
            factory.inTransaction(session -> session.persist(shipment));
            assertThat(shipment.id.version()).isEqualTo(7);
            assertThat(IdFields.of(Shipment.class))
                    .singleElement()
                    .extracting(IdField::type)
                    .isEqualTo(UUID.class);
        }
    }

    @Test
    void annotatedGetterStandsForItsField() {
        try (TestFactory factory = TestFactory.of(Ticket.class)) {
            Ticket ticket = new Ticket();
            factory.inTransaction(session -> session.persist(ticket));
            assertThat(ticket.getId()).isPositive();
        }
    }

    @Test
    void getterOfOneAttributeAmongFieldsIsServedWhereHibernateAccessesIt() {
        try (TestFactory factory = TestFactory.of(Mixed.class)) {
            Mixed mixed = new Mixed();
            factory.inTransaction(session -> session.persist(mixed));
            assertThat(factory.query("SELECT number FROM Mixed WHERE id = " + mixed.id))
                    .containsExactly(String.valueOf(mixed.getNumber()));
            assertThat(mixed.getNumber()).isPositive();
        }
    }

    @Test
    void gettersOfASuperclassAreServed() {
        try (TestFactory factory = TestFactory.of(Voucher.class)) {
            Voucher voucher = new Voucher();
            factory.inTransaction(session -> session.persist(voucher));
            assertThat(voucher.getId()).isPositive();
            assertThat(factory.query("SELECT number FROM Voucher")).containsExactly(voucher.getNumber());
            assertThat(voucher.getNumber()).startsWith("no_");
        }
    }

    @Test
    void gettersOfAMappedSuperclassAreServedThoughTheEntityOverridesThem() {
        try (TestFactory factory = TestFactory.of(Gift.class)) {
            Gift gift = new Gift();
            factory.inTransaction(session -> session.persist(gift));
            assertThat(gift.getId()).isPositive();
            assertThat(gift.getNumber()).startsWith("no_");
        }
    }

    @Test
    void partOfAnIdClassIsServed() {
        try (TestFactory factory = TestFactory.of(Seat.class)) {
            Seat seat = new Seat();
            seat.hall = "A";
            factory.inTransaction(session -> session.persist(seat));
            assertThat(seat.number).isPositive();
            assertThat(factory.query("SELECT number FROM Seat WHERE hall = 'A'"))
                    .containsExactly(String.valueOf(seat.number));
        }
    }

    @Entity(name = "Payment")
    @Inheritance(strategy = InheritanceType.JOINED)
    static class Payment {
        @Id
        @DistId("orders")
        long id;
    }

    @Entity(name = "CardPayment")
    static class CardPayment extends Payment {
        @DistId("numbers")
        @Nullable
        String receipt;
    }

    @Embeddable
    static class Address {
        String city = "";

        @DistId("orders")
        @Nullable
        Long code;
    }

    @Entity(name = "Customer")
    static class Customer {
        @Id
        @DistId("orders")
        @Nullable
        Long id;

        @Embedded
        Address address = new Address();
    }

    @Embeddable
    static class LineId {
        /** Too short for an id, which it does not hold. */
        @Column(length = 3)
        String warehouse = "";

        @DistId("numbers")
        @Nullable
        String number;

        @Override
        public boolean equals(Object other) {
            return other instanceof LineId line
                    && line.warehouse.equals(warehouse)
                    && Objects.equals(line.number, number);
        }

        @Override
        public int hashCode() {
            return Objects.hash(warehouse, number);
        }
    }

    @Entity(name = "Line")
    static class Line {
        @EmbeddedId
        LineId id = new LineId();
    }

    @MappedSuperclass
    abstract static class Identified<T> {
        @Id
        @DistId("documents")
        @Nullable
        T id;
    }

    @Entity(name = "Shipment")
    static class Shipment extends Identified<UUID> {}

    @Entity(name = "Ticket")
    static class Ticket {
        private @Nullable Long id;

        @Id
        @DistId("orders")
        public @Nullable Long getId() {
            return id;
        }

        public void setId(Long id) {
            this.id = id;
        }
    }

    @Entity(name = "Mixed")
    static class Mixed {
        @Id
        @DistId("orders")
        long id;

        private long number;

        @Access(AccessType.PROPERTY)
        @DistId("orders")
        public long getNumber() {
            return number;
        }

        public void setNumber(long number) {
            this.number = number;
        }
    }

    @MappedSuperclass
    abstract static class Numbered<T> {
        private @Nullable T number;

        @DistId("numbers")
        public @Nullable T getNumber() {
            return number;
        }

        public void setNumber(@Nullable T number) {
            this.number = number;
        }
    }

    @Entity(name = "Voucher")
    static class Voucher extends Numbered<String> {
        private long id;

        @Id
        @DistId("orders")
        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }
    }

    @MappedSuperclass
    abstract static class Identifiable extends Numbered<String> {
        private long id;

        @Id
        @DistId("orders")
        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }
    }

    @Entity(name = "Gift")
    static class Gift extends Identifiable {
        @Override
        public long getId() {
            return super.getId();
        }

        @Override
        public @Nullable String getNumber() {
            return super.getNumber();
        }
    }

    record SeatId(String hall, long number) {}

    @Entity(name = "Seat")
    @IdClass(SeatId.class)
    static class Seat {
        @Id
        String hall = "";

        @Id
        @DistId("orders")
        long number;
    }
}
