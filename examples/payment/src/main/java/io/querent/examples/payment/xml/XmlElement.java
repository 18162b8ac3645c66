package io.querent.examples.payment.xml;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** An element with all that is in it, and where it stands in its file. Immutable. */
public final class XmlElement {
    private final String file;
    private final Place place;
    private final String name;
    private final Map<String, String> attributes;
    private final List<XmlElement> children;
    private final String text;

    XmlElement(
            String file,
            Place place,
            String name,
            Map<String, String> attributes,
            List<XmlElement> children,
            String text) {
        this.file = file;
        this.place = place;
        this.name = name;
        this.attributes = Map.copyOf(attributes);
        this.children = List.copyOf(children);
        this.text = text;
    }

    /** Its name, without a prefix. */
    public String name() {
        return name;
    }

    /** Number of the line that it begins in, from 1. */
    public int line() {
        return place.line();
    }

    /** Where it begins. */
    public Place place() {
        return place;
    }

    /** Its text without white space around it; empty where it has elements. */
    public String text() {
        return text;
    }

    /** The elements of that name in it, in order. */
    public List<XmlElement> children(String child) {
        return children.stream().filter(element -> element.name.equals(child)).toList();
    }

    /**
     * The one element that {@code path} leads to, from child to child.
     *
     * @throws RefusedFileException when there are two of one name on the way
     */
    public Optional<XmlElement> find(String... path) {
        Optional<XmlElement> element = Optional.of(this);
        for (String step : path) {
            element = element.flatMap(parent -> parent.atMostOne(step));
        }
        return element;
    }

    /**
     * The same where it has to be there.
     *
     * @throws RefusedFileException when it is missing, or there are two of one name on the way
     */
    public XmlElement get(String... path) {
        return find(path).orElseThrow(() -> refused("element " + String.join("/", path), "none", "add it"));
    }

    /**
     * The text at {@code path}; empty when there is no such element.
     *
     * @throws RefusedFileException when the element has no text, or there are two of one name on the way
     */
    public Optional<String> findText(String... path) {
        return find(path).map(XmlElement::someText);
    }

    /**
     * The text at {@code path}.
     *
     * @throws RefusedFileException when it is missing or empty, or there are two of one name on the way
     */
    public String getText(String... path) {
        return get(path).someText();
    }

    /**
     * The value of an attribute.
     *
     * @throws RefusedFileException when it has none
     */
    public String attribute(String attribute) {
        String value = attributes.get(attribute);
        if (value == null || value.isBlank()) {
            throw refused("attribute " + attribute, "none", "add it");
        }
        return value;
    }

    /** A refusal of the file because of this element. */
    public RefusedFileException refused(String expected, String found, String remedy) {
        return new RefusedFileException(file, place, expected, found, remedy);
    }

    private String someText() {
        if (text.isEmpty()) {
            throw refused("text", children.isEmpty() ? "nothing" : "elements", "fill it in or leave the element out");
        }
        return text;
    }

    private Optional<XmlElement> atMostOne(String child) {
        List<XmlElement> found = children(child);
        if (found.size() > 1) {
            throw found.get(1).refused("at most one " + child, "another one", "say it once");
        }
        return found.stream().findFirst();
    }
}
