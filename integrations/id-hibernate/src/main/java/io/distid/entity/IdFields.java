package io.distid.entity;

import java.lang.annotation.Annotation;
import java.lang.reflect.AnnotatedElement;
import java.lang.reflect.Field;
import java.lang.reflect.Member;
import java.lang.reflect.Method;
import java.lang.reflect.ParameterizedType;
import java.lang.reflect.Type;
import java.lang.reflect.TypeVariable;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Finds the fields that {@link DistId} is on, by reflection. Stateless: safe for use by any number of threads. */
public final class IdFields {
    private IdFields() {}

    /**
     * The fields of a class and its superclasses. An annotated getter counts as a field. Fields of embedded objects
     * belong to their own class.
     *
     * @param entity any class
     * @return the fields in the order of declaration, a class before its superclass; empty if there are none
     * @throws EntityIdException if a field's type can hold no id, or another annotation generates its value, too
     */
    public static List<IdField> of(Class<?> entity) {
        List<IdField> fields = new ArrayList<>();
        for (Annotated each : annotated(entity)) {
            String name = name(each.member());
            requireOnlyOne(entity.getName(), name, each.element());
            if (fields.stream().anyMatch(field -> field.name().equals(name))) {
                throw new EntityIdException(entity.getName() + "." + name
                        + " has @DistId twice: remove it from the field or from the getter");
            }
            fields.add(new IdField(entity.getName(), name, each.type(), each.annotation()));
        }
        return fields;
    }

    /** A field or a getter that the annotation is on, and the type of its value. */
    record Annotated(Member member, Class<?> type) {
        AnnotatedElement element() {
            return (AnnotatedElement) member;
        }

        DistId annotation() {
            return element().getAnnotation(DistId.class);
        }
    }

    /** The fields and getters of a class and its superclasses, in the order of {@link #of}, whether or not they can hold an id. */
    static List<Annotated> annotated(Class<?> entity) {
        List<Annotated> members = new ArrayList<>();
        Map<TypeVariable<?>, Type> actual = new HashMap<>();
        for (Class<?> type = entity; type != null && type != Object.class; type = type.getSuperclass()) {
            for (Field field : type.getDeclaredFields()) {
                if (field.isAnnotationPresent(DistId.class)) {
                    members.add(new Annotated(field, resolve(field.getGenericType(), actual, field.getType())));
                }
            }
            // The annotation of a record's component is on its field and its accessor alike.
            for (Method method : type.isRecord() ? new Method[0] : type.getDeclaredMethods()) {
                if (!method.isBridge() && method.isAnnotationPresent(DistId.class)) {
                    members.add(new Annotated(
                            method, resolve(method.getGenericReturnType(), actual, method.getReturnType())));
                }
            }
            if (type.getGenericSuperclass() instanceof ParameterizedType parameterized) {
                TypeVariable<?>[] variables = type.getSuperclass().getTypeParameters();
                for (int i = 0; i < variables.length; i++) {
                    Type argument = parameterized.getActualTypeArguments()[i];
                    actual.put(variables[i], actual.getOrDefault(argument, argument));
                }
            }
        }
        return members;
    }

    /**
     * Refuses a second annotation that generates the value of a field with {@link DistId}. Either of the two could win.
     *
     * @param entity the class of the field
     * @param name the field's name
     * @param member the field, or its getter
     * @throws EntityIdException if there is one; the message names both
     */
    public static void requireOnlyOne(String entity, String name, AnnotatedElement member) {
        for (Annotation annotation : member.getAnnotations()) {
            Class<? extends Annotation> type = annotation.annotationType();
            if (type != DistId.class && generates(type)) {
                throw new EntityIdException(entity + "." + name + " has both @DistId and @" + type.getSimpleName()
                        + ": remove one of them");
            }
        }
    }

    /** Whether an annotation generates values. It compares names: the classes may not be on the class path. */
    private static boolean generates(Class<? extends Annotation> type) {
        if (type.getName().equals("jakarta.persistence.GeneratedValue")
                || type.getName().equals("org.hibernate.annotations.GenericGenerator")) {
            return true;
        }
        for (Annotation meta : type.getAnnotations()) {
            String name = meta.annotationType().getName();
            if (name.equals("org.hibernate.annotations.IdGeneratorType")
                    || name.equals("org.hibernate.annotations.ValueGenerationType")) {
                return true;
            }
        }
        return false;
    }

    private static Class<?> resolve(Type declared, Map<TypeVariable<?>, Type> actual, Class<?> erased) {
        @Nullable Type resolved = actual.get(declared);
        return resolved instanceof Class<?> type ? type : erased;
    }

    /** The property of a field or a getter. */
    static String name(Member member) {
        if (member instanceof Field) {
            return member.getName();
        }
        String getter = member.getName();
        int start = getter.startsWith("get") ? 3 : getter.startsWith("is") ? 2 : 0;
        String property = getter.substring(start);
        // The rules of JavaBeans keep capitals: getURL reads property URL.
        boolean isKept = start == 0
                || property.isEmpty()
                || property.length() > 1
                        && Character.isUpperCase(property.charAt(0))
                        && Character.isUpperCase(property.charAt(1));
        if (isKept) {
            return property.isEmpty() ? getter : property;
        }
        return Character.toLowerCase(property.charAt(0)) + property.substring(1);
    }
}
