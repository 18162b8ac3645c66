package io.querent.examples.payment.xml;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.Reader;
import java.io.SequenceInputStream;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import javax.xml.stream.Location;
import javax.xml.stream.XMLInputFactory;
import javax.xml.stream.XMLStreamConstants;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamReader;

/**
 * Goes through a document of one namespace, child by child, so that a long one is never held as a whole. Whatever XML can do beside
 * elements, attributes and text is refused: document types, entities, other encodings than UTF-8. Every method throws
 * {@link RefusedFileException} where the document is not what it should be. Not thread-safe.
 *
 * <pre>{@code
 * cursor.enter("Document");
 * while (cursor.next()) {
 *     XmlElement child = cursor.read(); // or enter it, or skip it
 * }
 * cursor.end();
 * }</pre>
 */
public final class XmlCursor {
    /** What the parser says of a document that ends too early. */
    private static final String CUT_OFF = "must start and end within the same entity";

    private static final int FIRST_BYTES = 4;
    private static final int BYTE = 0xFF;
    private static final byte[] MARK = {(byte) 0xEF, (byte) 0xBB, (byte) 0xBF};
    private static final String ENCODING_REMEDY = "write the file in UTF-8";

    private final String file;
    private final XmlLimits limits;
    private final XMLStreamReader reader;
    /** Elements that have begun and not ended, to the innermost; one that has just ended is still the last. */
    private final Deque<String> path = new ArrayDeque<>();

    private String namespace = "";
    private boolean isRootEntered;

    private XmlCursor(String file, XmlLimits limits, XMLStreamReader reader) {
        this.file = file;
        this.limits = limits;
        this.reader = reader;
    }

    /**
     * A cursor before the root of a document.
     *
     * @param file its name, for refusals
     * @param document is read and not closed
     * @throws IOException when it cannot be read at all
     */
    public static XmlCursor open(String file, InputStream document, XmlLimits limits) throws IOException {
        byte[] first = document.readNBytes(FIRST_BYTES);
        if (first.length == 0) {
            throw new RefusedFileException(file, Place.START, "a document", "an empty file", "send it again");
        } else if (first.length > 1 && isOfOtherWidth(first[0] & BYTE, first[1] & BYTE)) {
            throw new RefusedFileException(file, Place.START, "UTF-8", "UTF-16 or UTF-32", ENCODING_REMEDY);
        }
        int mark = Arrays.equals(first, 0, Math.min(MARK.length, first.length), MARK, 0, MARK.length) ? MARK.length : 0;
        InputStream begin = new ByteArrayInputStream(first, mark, first.length - mark);
        InputStream whole = new BoundedBytes(file, new SequenceInputStream(begin, document), limits.bytes());
        // The parser would read bytes that are no UTF-8 too, but tells standard error of them, and not where they are.
        Reader text = new InputStreamReader(whole, StandardCharsets.UTF_8.newDecoder());
        try {
            XmlCursor cursor = new XmlCursor(file, limits, factory().createXMLStreamReader(text));
            cursor.checkProlog();
            return cursor;
        } catch (XMLStreamException broken) {
            throw refused(file, Place.START, broken);
        }
    }

    private static XMLInputFactory factory() {
        XMLInputFactory factory = XMLInputFactory.newDefaultFactory();
        factory.setProperty(XMLInputFactory.SUPPORT_DTD, false);
        factory.setProperty(XMLInputFactory.IS_SUPPORTING_EXTERNAL_ENTITIES, false);
        factory.setProperty(XMLInputFactory.IS_NAMESPACE_AWARE, true);
        factory.setProperty(XMLInputFactory.IS_VALIDATING, false);
        factory.setXMLResolver((publicId, systemId, base, entity) -> {
            throw new XMLStreamException("nothing outside of the document is read");
        });
        return factory;
    }

    /** The whole document, whose root has to be called so; nothing may follow it. */
    public XmlElement readWhole(String name) {
        moveToRoot(name);
        XmlElement root = read();
        end();
        return root;
    }

    /** Moves into the root, which has to be called so. */
    public void enterRoot(String name) {
        moveToRoot(name);
        enter();
    }

    private void moveToRoot(String name) {
        int event = advance();
        while (event != XMLStreamConstants.START_ELEMENT) {
            event = advance();
        }
        namespace = namespaceHere();
        isRootEntered = true;
        if (!reader.getLocalName().equals(name)) {
            throw refused("root " + name, reader.getLocalName(), "send another kind of file");
        }
    }

    /** The root's namespace; empty where it has none. */
    public String namespace() {
        return namespace;
    }

    /** Moves to the next child of the element that was entered last. False when it has no more: that element is left then. */
    public boolean next() {
        while (true) {
            int event = advance();
            if (event == XMLStreamConstants.START_ELEMENT) {
                return true;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                return false;
            } else if (isText(event) && !reader.getText().isBlank()) {
                throw refused("elements", reader.getText(), "send the file as it was made");
            }
        }
    }

    /** Name of the child that was moved to. */
    public String name() {
        return reader.getLocalName();
    }

    /** Where it stands; within an element, that element. */
    public Place place() {
        Location location = reader.getLocation();
        return new Place(
                Math.max(1, location.getLineNumber()),
                Math.max(1, location.getColumnNumber()),
                "/" + String.join("/", path));
    }

    /** Moves into the child that was moved to. */
    public void enter() {
        if (!reader.isStartElement()) {
            throw new IllegalStateException("no element was moved to that could be entered");
        }
    }

    /** The whole child that was moved to. */
    public XmlElement read() {
        return new XmlSubtree(this, reader, limits).read();
    }

    /** Passes the child by; what is in it has to be well formed all the same. */
    public void skip() {
        int inside = 1;
        while (inside > 0) {
            int event = advance();
            if (event == XMLStreamConstants.START_ELEMENT) {
                inside++;
            } else if (event == XMLStreamConstants.END_ELEMENT) {
                inside--;
            }
        }
    }

    /** Makes sure that nothing follows the root. */
    public void end() {
        int event = advance();
        while (event != XMLStreamConstants.END_DOCUMENT) {
            event = advance();
        }
    }

    /** A refusal of the file because of what stands here. */
    public RefusedFileException refused(String expected, String found, String remedy) {
        return new RefusedFileException(file, place(), expected, found, remedy);
    }

    String file() {
        return file;
    }

    /** The next event that matters; a document that cannot be gone on with is refused. */
    int advance() {
        if (reader.isEndElement()) {
            path.removeLast();
        }
        try {
            int event = reader.next();
            if (event == XMLStreamConstants.DTD || event == XMLStreamConstants.ENTITY_REFERENCE) {
                throw refused("no document type and no entities", "one", "send the file without");
            } else if (event == XMLStreamConstants.START_ELEMENT) {
                path.addLast(reader.getLocalName());
                checkElement();
            }
            return event;
        } catch (XMLStreamException broken) {
            throw refused(file, place(), broken);
        }
    }

    static boolean isText(int event) {
        return event == XMLStreamConstants.CHARACTERS
                || event == XMLStreamConstants.CDATA
                || event == XMLStreamConstants.SPACE;
    }

    private void checkElement() {
        if (path.size() > limits.depth()) {
            throw refused(
                    "at most " + limits.depth() + " elements within each other", "more", "send a payment message");
        }
        if (reader.getAttributeCount() + reader.getNamespaceCount() > limits.attributes()) {
            throw refused("at most " + limits.attributes() + " attributes", "more", "send a payment message");
        }
        for (int index = 0; index < reader.getAttributeCount(); index++) {
            if (reader.getAttributeValue(index).length() > limits.characters()) {
                throw refused("at most " + limits.characters() + " characters", "more", "shorten the attribute");
            }
        }
        String own = namespaceHere();
        if (isRootEntered && !own.equals(namespace)) {
            throw refused("namespace " + namespace, own, "leave the element out");
        }
    }

    private String namespaceHere() {
        String uri = reader.getNamespaceURI();
        return uri == null ? "" : uri;
    }

    private void checkProlog() {
        String declared = reader.getCharacterEncodingScheme();
        if (declared != null && !declared.equalsIgnoreCase("UTF-8") && !declared.equalsIgnoreCase("US-ASCII")) {
            throw new RefusedFileException(file, Place.START, "UTF-8", "encoding " + declared, ENCODING_REMEDY);
        }
        String version = reader.getVersion();
        if (version != null && !version.equals("1.0")) {
            throw new RefusedFileException(file, Place.START, "XML 1.0", "XML " + version, "send the file as XML 1.0");
        }
    }

    /** Byte order marks of other encodings, and the zero bytes that theirs have where UTF-8 has none. */
    private static boolean isOfOtherWidth(int first, int second) {
        return first == 0 || second == 0 || (first + second == 0xFE + 0xFF && Math.abs(first - second) == 1);
    }

    /** The parser's own words say what is wrong; they begin with a place, which is told already. */
    private static RefusedFileException refused(String file, Place known, XMLStreamException broken) {
        if (broken.getNestedException() instanceof BoundedBytes.TooLongException tooLong) {
            return tooLong.refusal(known);
        } else if (broken.getNestedException() instanceof CharacterCodingException) {
            return new RefusedFileException(file, known, "UTF-8", "bytes that are none", ENCODING_REMEDY);
        }
        Location location = broken.getLocation();
        Place place = location == null || location.getLineNumber() < 1
                ? known
                : new Place(location.getLineNumber(), Math.max(1, location.getColumnNumber()), known.path());
        String words = String.valueOf(broken.getMessage());
        int message = words.indexOf("Message: ");
        RefusedFileException refusal = new RefusedFileException(
                file,
                place,
                "well-formed XML without a document type",
                words.contains(CUT_OFF)
                        ? "the end of the file: it is cut off"
                        : message < 0 ? words : words.substring(message + "Message: ".length()),
                "have the file sent again");
        refusal.initCause(broken);
        return refusal;
    }
}
