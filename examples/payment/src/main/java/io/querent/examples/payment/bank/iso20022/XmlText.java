package io.querent.examples.payment.bank.iso20022;

import io.querent.examples.payment.bank.instruction.Money;
import java.io.StringWriter;
import java.util.regex.Pattern;
import javax.xml.stream.XMLOutputFactory;
import javax.xml.stream.XMLStreamException;
import javax.xml.stream.XMLStreamWriter;

/** A document that is being written, one element a line. Not thread-safe. */
final class XmlText {
    private static final Pattern IBAN = Pattern.compile("[A-Z]{2}[0-9]{2}[a-zA-Z0-9]{1,30}");

    private final StringWriter text = new StringWriter();
    private final XMLStreamWriter writer;
    private int depth;

    /** A document of that namespace, its root being open. */
    XmlText(String namespace) {
        try {
            writer = XMLOutputFactory.newDefaultFactory().createXMLStreamWriter(text);
            writer.writeStartDocument("UTF-8", "1.0");
            writer.writeCharacters("\n");
            writer.writeStartElement("Document");
            writer.writeDefaultNamespace(namespace);
            depth = 1;
        } catch (XMLStreamException impossible) {
            throw unwritable(impossible);
        }
    }

    XmlText open(String... names) {
        for (String name : names) {
            write(() -> {
                indent();
                writer.writeStartElement(name);
            });
            depth++;
        }
        return this;
    }

    XmlText close(int elements) {
        for (int count = 0; count < elements; count++) {
            depth--;
            write(() -> {
                indent();
                writer.writeEndElement();
            });
        }
        return this;
    }

    XmlText text(String name, String value) {
        write(() -> {
            indent();
            writer.writeStartElement(name);
            writer.writeCharacters(value);
            writer.writeEndElement();
        });
        return this;
    }

    XmlText amount(String name, Money money) {
        return amount(name, money.decimal(), money.currency());
    }

    XmlText amount(String name, String decimal, String currency) {
        write(() -> {
            indent();
            writer.writeStartElement(name);
            writer.writeAttribute("Ccy", currency);
            writer.writeCharacters(decimal);
            writer.writeEndElement();
        });
        return this;
    }

    /** The number of an account, in an element {@code Id}. */
    XmlText account(String number) {
        open("Id");
        return IBAN.matcher(number).matches()
                ? text("IBAN", number).close(1)
                : open("Othr").text("Id", number).close(2);
    }

    /** The whole document. */
    String end() {
        close(depth);
        write(() -> {
            writer.writeCharacters("\n");
            writer.writeEndDocument();
            writer.close();
        });
        return text.toString();
    }

    private interface Writing {
        void run() throws XMLStreamException;
    }

    private void indent() throws XMLStreamException {
        writer.writeCharacters("\n" + "  ".repeat(depth));
    }

    private static void write(Writing writing) {
        try {
            writing.run();
        } catch (XMLStreamException impossible) {
            throw unwritable(impossible);
        }
    }

    private static IllegalStateException unwritable(XMLStreamException impossible) {
        return new IllegalStateException("memory can be written to", impossible);
    }
}
