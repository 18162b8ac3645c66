package io.querent.examples.payment.xml;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamReader;

/** Reads the element that a cursor has moved to, with all that is in it. Not thread-safe. */
final class XmlSubtree {
    private final XmlCursor cursor;
    private final XMLStreamReader reader;
    private final XmlLimits limits;
    private int elements;

    XmlSubtree(XmlCursor cursor, XMLStreamReader reader, XmlLimits limits) {
        this.cursor = cursor;
        this.reader = reader;
        this.limits = limits;
    }

    XmlElement read() {
        return element();
    }

    /** As deep as the cursor lets it be. */
    private XmlElement element() {
        elements++;
        if (elements > limits.elements()) {
            throw cursor.refused("at most " + limits.elements() + " elements at once", "more", "send less in one file");
        }
        Place place = cursor.place();
        String name = reader.getLocalName();
        Map<String, String> attributes = attributes();
        List<XmlElement> children = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        int event = cursor.advance();
        while (event != XMLStreamConstants.END_ELEMENT) {
            if (event == XMLStreamConstants.START_ELEMENT) {
                children.add(element());
            } else if (XmlCursor.isText(event)) {
                append(text);
            }
            event = cursor.advance();
        }
        String words = text.toString().strip();
        if (!children.isEmpty() && !words.isEmpty()) {
            throw new RefusedFileException(
                    cursor.file(), place, "text or elements", "both", "send the file as it was made");
        }
        return new XmlElement(cursor.file(), place, name, attributes, children, words);
    }

    private void append(StringBuilder text) {
        text.append(reader.getTextCharacters(), reader.getTextStart(), reader.getTextLength());
        if (text.length() > limits.characters()) {
            throw cursor.refused("at most " + limits.characters() + " characters", "more", "shorten the text");
        }
    }

    /** An attribute of a namespace is somebody else's, whatever its name. */
    private Map<String, String> attributes() {
        Map<String, String> attributes = new HashMap<>();
        for (int index = 0; index < reader.getAttributeCount(); index++) {
            String namespace = reader.getAttributeNamespace(index);
            if (namespace == null || namespace.isEmpty()) {
                attributes.put(reader.getAttributeLocalName(index), reader.getAttributeValue(index));
            }
        }
        return attributes;
    }
}
