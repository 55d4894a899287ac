package io.distid.entity;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import jakarta.persistence.Column;
import jakarta.persistence.ElementCollection;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EmbeddedId;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.ManyToOne;
import jakarta.persistence.MappedSuperclass;
import jakarta.persistence.MapsId;
import jakarta.persistence.OneToOne;
import jakarta.persistence.Transient;
import java.io.Serializable;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.assertj.core.api.AbstractThrowableAssert;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Where Hibernate would store 0 or null, and say nothing. */
class UnservedFieldsTest {

    @Test
    void fieldForWhichHibernateAsksNoGeneratorIsRefused() {
        refusal(Nesting.class)
                .hasMessage(in("Inner.number", "orders")
                        + "it is in an embeddable inside another one, where Hibernate asks no generator: set its value"
                        + " yourself, and remove the annotation");
        refusal(Listing.class)
                .hasMessageStartingWith(in("Inner.number", "orders") + "it is in the elements of a collection, where");
        refusal(NotInsertable.class)
                .hasMessageStartingWith(in("NotInsertable.number", "orders") + "its column is not insertable, where");
        refusal(WithRecord.class)
                .hasMessageStartingWith(in("Part.number", "orders") + "it is in an embeddable that is a record");
    }

    /** Hibernate reads the annotations of what it accesses only. */
    @Test
    void annotationOnTheMemberThatHibernateDoesNotAccessIsRefused() {
        refusal(OnTheGetter.class)
                .hasMessage(
                        in("OnTheGetter.number", "orders")
                                + "it is on the getter getNumber() of OnTheGetter, but Hibernate accesses the field number of OnTheGetter: put it there");
        refusal(OnTheField.class)
                .hasMessage(
                        in("OnTheField.number", "orders")
                                + "it is on the field number of OnTheField, but Hibernate accesses the getter getNumber() of OnTheField: put it there");
        refusal(IdOnTheField.class)
                .hasMessage(
                        in("IdOnTheField.id", "orders")
                                + "it is on the field id of IdOnTheField, but Hibernate accesses the getter getId() of IdOnTheField: put it there");
        refusal(WithPart.class)
                .hasMessage(
                        in("PartByField.number", "orders")
                                + "it is on the getter getNumber() of PartByField, but Hibernate accesses the field number of PartByField: put it there");
        refusal(Inherited.class)
                .hasMessage(
                        in("Inherited.number", "orders")
                                + "it is on the getter getNumber() of Numbered, but Hibernate accesses the field number of Numbered: put it there");
    }

    @Test
    void annotationOnAGetterThatIsOverriddenIsRefusedUnlessItsClassIsMapped() {
        refusal(Overriding.class)
                .hasMessage(
                        in("Overriding.number", "orders")
                                + "it is on the getter getNumber() of NotMapped, but Hibernate accesses the getter getNumber() of Overriding: put it there");
    }

    @Test
    void annotationOnWhatHibernateDoesNotStoreIsRefused() {
        refusal(OfAnotherName.class)
                .hasMessage(
                        in("OfAnotherName.number", "orders")
                                + "it is on the getter getNumber() of OfAnotherName, which Hibernate does not store: put it on the field or the getter that Hibernate accesses, or remove it");
        refusal(NotStored.class)
                .hasMessageStartingWith(in("NotStored.number", "orders")
                        + "it is on the field number of NotStored, which Hibernate does not store:");
    }

    @Test
    void annotationOfAClassThatIsMappedByHibernatesOwnXmlIsRefused() {
        String mapping = """
                <!DOCTYPE hibernate-mapping PUBLIC "-//Hibernate/Hibernate Mapping DTD 3.0//EN"
                    "http://www.hibernate.org/dtd/hibernate-mapping-3.0.dtd">
                <hibernate-mapping>
                    <class name="%s"><id name="id" access="field"/><property name="number" access="field"/></class>
                </hibernate-mapping>
                """.formatted(InXml.class.getName());
        String why =
                "Hibernate has the mapping from XML alone (hbm.xml, or orm.xml that is metadata-complete), and ignores"
                        + " annotations: map the class by annotations, or set the value of the field yourself, and remove this"
                        + " one";
        assertThatThrownBy(() -> TestFactory.ofXml(mapping).close())
                .isInstanceOf(EntityIdException.class)
                .hasMessage(
                        in("InXml.number", "orders") + why + System.lineSeparator() + in("InXml.id", "orders") + why);
    }

    /** Hibernate 6.6 reads the annotation there, 7.4 does not. */
    @Test
    void annotationOfAClassThatIsMappedByCompleteXmlOfJpaIsReadOrRefused() {
        String mapping = """
                <entity-mappings xmlns="https://jakarta.ee/xml/ns/persistence/orm" version="3.1">
                    <entity class="%s" name="InXml" metadata-complete="true" access="FIELD">
                        <attributes><id name="id"/><basic name="number"/></attributes>
                    </entity>
                </entity-mappings>
                """.formatted(InXml.class.getName());
        try (TestFactory factory = TestFactory.ofXml(mapping)) {
            InXml stored = new InXml();
            factory.inTransaction(session -> session.persist(stored));
            assertThat(stored.id).isPositive();
            assertThat(stored.number).isPositive();
        } catch (EntityIdException refused) {
            assertThat(refused)
                    .hasMessageContaining(in("InXml.id", "orders") + "Hibernate has the mapping from XML alone")
                    .hasMessageContaining(in("InXml.number", "orders") + "Hibernate has the mapping from XML alone");
        }
    }

    @Test
    void idThatIsTheParentsIsRefused() {
        refusal(Parent.class, Child.class)
                .hasMessage(in("Child.id", "orders")
                        + "its value is the parent's, by @MapsId on parent of Child: remove the annotation");
    }

    /** Hibernate would store what was drawn in place of the parent's id. */
    @Test
    void partOfAnIdThatIsTheParentsIsRefused() {
        refusal(Parent.class, Line.class)
                .hasMessage(in("LineId.order", "orders")
                        + "its value is the parent's, by @MapsId on parent of Line: remove the annotation");
        refusal(Parent.class, FlatLine.class)
                .hasMessage(in("FlatLine.order", "orders")
                        + "its value is the parent's, by @MapsId on parent of FlatLine: remove the annotation");
    }

    /** There it is for the other entities. */
    @Test
    void childWithItsParentsIdIgnoresTheAnnotationOfAMappedSuperclass() {
        try (TestFactory factory = TestFactory.of(Parent.class, InheritingChild.class)) {
            factory.inTransaction(session -> {
                Parent parent = new Parent();
                session.persist(parent);
                InheritingChild child = new InheritingChild();
                child.parent = parent;
                session.persist(child);
                assertThat(child.id).isPositive().isEqualTo(parent.id);
            });
        }
    }

    private static AbstractThrowableAssert<?, ? extends Throwable> refusal(Class<?>... entities) {
        return assertThatThrownBy(() -> TestFactory.of(entities).close()).isInstanceOf(EntityIdException.class);
    }

    private static String in(String field, String name) {
        return UnservedFieldsTest.class.getName() + "$" + field + ", @DistId(\"" + name + "\"): ";
    }

    @Embeddable
    static class Inner {
        @DistId("orders")
        long number;
    }

    @Embeddable
    static class Outer {
        @Nullable
        Inner inner;
    }

    @Embeddable
    record Part(@DistId("orders") Long number, String note) {}

    @Entity(name = "Nesting")
    static class Nesting {
        @Id
        long id;

        @Nullable
        Outer outer;
    }

    @Entity(name = "Listing")
    static class Listing {
        @Id
        long id;

        @ElementCollection
        List<Inner> parts = new ArrayList<>();
    }

    @Entity(name = "NotInsertable")
    static class NotInsertable {
        @Id
        long id;

        @DistId("orders")
        @Column(insertable = false)
        long number;
    }

    @Entity(name = "WithRecord")
    static class WithRecord {
        @Id
        long id;

        @Nullable
        Part part;
    }

    @Entity(name = "OnTheGetter")
    static class OnTheGetter {
        @Id
        long id;

        private long number;

        @DistId("orders")
        public long getNumber() {
            return number;
        }
    }

    @Entity(name = "OnTheField")
    static class OnTheField {
        private long id;

        @DistId("orders")
        private long number;

        @Id
        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }

        public long getNumber() {
            return number;
        }

        public void setNumber(long number) {
            this.number = number;
        }
    }

    @Entity(name = "IdOnTheField")
    static class IdOnTheField {
        @DistId("orders")
        private long id;

        @Id
        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }
    }

    @Embeddable
    static class PartByField {
        private long number;

        @DistId("orders")
        public long getNumber() {
            return number;
        }
    }

    @Entity(name = "WithPart")
    static class WithPart {
        @Id
        long id;

        @Nullable
        PartByField part;
    }

    @MappedSuperclass
    abstract static class Numbered {
        private long number;

        @DistId("orders")
        public long getNumber() {
            return number;
        }
    }

    @Entity(name = "Inherited")
    static class Inherited extends Numbered {
        @Id
        long id;
    }

    abstract static class NotMapped {
        @DistId("orders")
        public long getNumber() {
            return 0;
        }
    }

    @Entity(name = "Overriding")
    static class Overriding extends NotMapped {
        private long id;
        private long number;

        @Id
        public long getId() {
            return id;
        }

        public void setId(long id) {
            this.id = id;
        }

        @Override
        public long getNumber() {
            return number;
        }

        public void setNumber(long number) {
            this.number = number;
        }
    }

    @Entity(name = "OfAnotherName")
    static class OfAnotherName {
        @Id
        long id;

        private long no;

        @DistId("orders")
        public long getNumber() {
            return no;
        }
    }

    @Entity(name = "NotStored")
    static class NotStored {
        @Id
        long id;

        @Transient
        @DistId("orders")
        long number;
    }

    static class InXml {
        @DistId("orders")
        long id;

        @DistId("orders")
        long number;
    }

    @MappedSuperclass
    abstract static class Identified {
        @Id
        @DistId("orders")
        long id;
    }

    @Entity(name = "Parent")
    static class Parent extends Identified {}

    @Entity(name = "InheritingChild")
    static class InheritingChild extends Identified {
        @MapsId
        @OneToOne
        @Nullable
        Parent parent;
    }

    @Entity(name = "Child")
    static class Child {
        @Id
        @DistId("orders")
        long id;

        @MapsId
        @OneToOne
        @Nullable
        Parent parent;
    }

    @Embeddable
    static class LineId implements Serializable {
        private static final long serialVersionUID = 1L;

        @Column(name = "order_id")
        @DistId("orders")
        long order;

        int no;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof LineId line && line.order == order && line.no == no;
        }

        @Override
        public int hashCode() {
            return Objects.hash(order, no);
        }
    }

    @Entity(name = "Line")
    static class Line {
        @EmbeddedId
        LineId id = new LineId();

        @MapsId("order")
        @ManyToOne
        @Nullable
        Parent parent;
    }

    static class FlatLineId implements Serializable {
        private static final long serialVersionUID = 1L;

        long order;
        int no;

        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof FlatLineId line && line.order == order && line.no == no;
        }

        @Override
        public int hashCode() {
            return Objects.hash(order, no);
        }
    }

    @Entity(name = "FlatLine")
    @IdClass(FlatLineId.class)
    static class FlatLine {
        @Id
        @Column(name = "order_id")
        @DistId("orders")
        long order;

        @Id
        int no;

        @MapsId("order")
        @ManyToOne
        @Nullable
        Parent parent;
    }
}
