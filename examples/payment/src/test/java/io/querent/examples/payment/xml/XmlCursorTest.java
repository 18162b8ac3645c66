package io.querent.examples.payment.xml;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class XmlCursorTest {
    private static final XmlLimits LIMITS = new XmlLimits(10_000, 6, 3, 200, 50);
    private static final String GOOD = """
            <?xml version="1.0" encoding="UTF-8"?>
            <Document xmlns="urn:a">
              <!-- a comment -->
              <Head><Id>4 &amp; 5</Id></Head>
              <Item Ccy="EUR">1</Item><Item Ccy="CHF"> <![CDATA[2]]> </Item>
            </Document>
            """;

    @ParameterizedTest
    @ValueSource(strings = {"", "\uFEFF"})
    void elementsAreReadWithTheirLinesWithAndWithoutByteOrderMark(String mark) {
        XmlElement root = read(mark + GOOD, StandardCharsets.UTF_8);

        assertThat(root.getText("Head", "Id")).isEqualTo("4 & 5");
        assertThat(root.get("Head").line()).isEqualTo(4);
        assertThat(root.children("Item"))
                .extracting(item -> item.attribute("Ccy"))
                .containsExactly("EUR", "CHF");
        assertThat(root.children("Item").get(1).text()).isEqualTo("2");
    }

    @ParameterizedTest
    @ValueSource(strings = {"Ccy=\"USD\" x:Ccy=\"EUR\"", "x:Ccy=\"EUR\" Ccy=\"USD\""})
    void anAttributeOfAnotherNamespaceIsNotOurs(String attributes) {
        XmlElement root = read(GOOD.replace("Ccy=\"CHF\"", "xmlns:x=\"urn:x\" " + attributes), StandardCharsets.UTF_8);

        assertThat(root.children("Item").get(1).attribute("Ccy")).isEqualTo("USD");
    }

    @Test
    void aDocumentIsWalkedChildByChild() throws IOException {
        XmlCursor cursor = open(GOOD.getBytes(StandardCharsets.UTF_8));
        cursor.enterRoot("Document");
        assertThat(cursor.namespace()).isEqualTo("urn:a");
        assertThat(cursor.next()).isTrue();
        cursor.enter();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.read().text()).isEqualTo("4 & 5");
        assertThat(cursor.next()).isFalse();
        assertThat(cursor.next()).isTrue();
        cursor.skip();
        assertThat(cursor.next()).isTrue();
        assertThat(cursor.place().path()).isEqualTo("/Document/Item");
        cursor.skip();
        assertThat(cursor.next()).isFalse();
        cursor.end();
    }

    @ParameterizedTest(name = "{0}")
    @MethodSource
    void whatIsNoPlainDocumentIsRefusedWithItsLine(String name, String document, int line, String found) {
        assertThatThrownBy(() -> read(document, StandardCharsets.UTF_8))
                .isInstanceOfSatisfying(RefusedFileException.class, refusal -> {
                    assertThat(refusal.line()).as(refusal.getMessage()).isEqualTo(line);
                    assertThat(refusal.file()).isEqualTo("a.xml");
                })
                .hasMessageStartingWith("a.xml:" + line + ":")
                .hasMessageContaining(found)
                .hasMessageEndingWith("Nothing of the file was applied.");
    }

    static Stream<Arguments> whatIsNoPlainDocumentIsRefusedWithItsLine() {
        String laughs = "<!DOCTYPE Document [<!ENTITY a \"ha\"><!ENTITY b \"&a;&a;\">]>\n<Document>&b;</Document>";
        return Stream.of(
                Arguments.of("empty", "", 1, "an empty file"),
                Arguments.of("white space", "\n\n", 3, "found="),
                Arguments.of("no XML", "{\"a\":1}", 1, "found="),
                Arguments.of("truncated", "<Document>\n<Head><Id>1</Id>\n", 3, "found="),
                Arguments.of("entity expansion", laughs, 1, "found="),
                Arguments.of("undeclared entity", "<Document>\n&a;</Document>", 2, "\"a\""),
                Arguments.of("another root", "<Other/>", 1, "Other"),
                Arguments.of("something behind the root", "<Document/>\n<Document/>", 2, "found="),
                Arguments.of(
                        "another encoding", "<?xml version='1.0' encoding='ISO-8859-1'?><Document/>", 1, "ISO-8859-1"),
                Arguments.of("XML 1.1", "<?xml version='1.1'?><Document/>", 1, "XML 1.1"),
                Arguments.of("too deep", "<Document><a><a><a><a>\n<a><a/></a></a></a></a></a></Document>", 2, "more"),
                Arguments.of("long text", "<Document>\n" + "x".repeat(201) + "</Document>", 2, "more"),
                Arguments.of("long attribute", "<Document>\n<a b='" + "x".repeat(201) + "'/></Document>", 2, "more"),
                Arguments.of("many attributes", "<Document a='1' b='1' c='1' d='1'/>", 1, "more"),
                Arguments.of("many elements", "<Document>" + "<a/>".repeat(50) + "</Document>", 1, "more"),
                Arguments.of("many bytes", "<Document>" + " ".repeat(10_000) + "</Document>", 1, "more"),
                Arguments.of("text beside elements", "<Document>\n<a>x<b/></a></Document>", 2, "both"),
                Arguments.of(
                        "foreign namespace", "<Document xmlns='urn:a'>\n<b xmlns='urn:b'/></Document>", 2, "urn:b"),
                Arguments.of("U+0000", "<Document>\n&#0;</Document>", 2, "found="));
    }

    @ParameterizedTest
    @ValueSource(strings = {"UTF-16LE", "UTF-16BE", "UTF-16", "UTF-32"})
    void otherEncodingsAreRefused(String charset) {
        assertThatThrownBy(() -> read(GOOD, Charset.forName(charset)))
                .isInstanceOf(RefusedFileException.class)
                .hasMessageContaining("UTF-16 or UTF-32");
    }

    @Test
    void bytesThatAreNoUtf8AreRefused() {
        assertThatThrownBy(() -> read("<Document>\n\u00e4</Document>", StandardCharsets.ISO_8859_1))
                .isInstanceOf(RefusedFileException.class);
    }

    @Test
    void noFileOutsideTheDocumentIsEverRead(@TempDir Path directory) throws IOException {
        Path secret = Files.writeString(directory.resolve("secret"), "secret");
        String document = "<!DOCTYPE Document [<!ENTITY s SYSTEM '" + secret.toUri() + "'>]><Document>&s;</Document>";

        assertThatThrownBy(() -> read(document, StandardCharsets.UTF_8))
                .isInstanceOf(RefusedFileException.class)
                .hasMessageNotContaining("found=secret");
    }

    @Test
    void whatIsMissingOrThereTwiceIsRefused() {
        XmlElement root = read(GOOD, StandardCharsets.UTF_8);

        assertThat(root.find("Head", "Nothing")).isEmpty();
        assertThatThrownBy(() -> root.getText("Head", "Nothing")).hasMessageContaining("element Head/Nothing");
        assertThatThrownBy(() -> root.get("Item"))
                .hasMessageContaining("a.xml:5:")
                .hasMessageContaining("another one");
        assertThatThrownBy(() -> root.get("Head").attribute("Ccy")).hasMessageContaining("attribute Ccy");
    }

    private static XmlElement read(String document, Charset charset) {
        try {
            return open(document.getBytes(charset)).readWhole("Document");
        } catch (IOException impossible) {
            throw new UncheckedIOException(impossible);
        }
    }

    private static XmlCursor open(byte[] document) throws IOException {
        return XmlCursor.open("a.xml", new ByteArrayInputStream(document), LIMITS);
    }
}
