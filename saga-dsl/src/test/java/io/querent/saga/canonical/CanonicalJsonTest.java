package io.querent.saga.canonical;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

@Tag("every-java")
class CanonicalJsonTest {

    @ParameterizedTest
    @ValueSource(strings = {"1", "1.0", "1.00", "1e0", "1E+0", "10E-1", "0.1e1", "100e-2", "1e-0", "1e000", "0.01e2"})
    void everySpellingOfOneIsOne(String number) {
        assertThat(canonical(number)).isEqualTo("1");
    }

    @ParameterizedTest
    @ValueSource(strings = {"0", "-0", "0.000", "-0.0", "0e99", "0E-99", "-0e+7", "0.0e0"})
    void everyZeroIsZero(String number) {
        assertThat(canonical(number)).isEqualTo("0");
    }

    @ParameterizedTest
    @CsvSource({
        "10.00, 1e1",
        "10.0000, 1e1",
        "250, 25e1",
        "0.05, 5e-2",
        "-0.05, -5e-2",
        "-1.50, -15e-1",
        "1.001, 1001e-3",
        "0.1, 1e-1",
        "9007199254740993, 9007199254740993",
        "9007199254740992, 9007199254740992",
        "0.30000000000000004, 30000000000000004e-17",
        "1e400, 1e400",
        "1.5e-400, 15e-401",
        "1e0000000000000000000002, 1e2"
    })
    void numbersAreDecimalExact(String number, String expected) {
        assertThat(canonical(number)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"a":1,"b":2}                  | {"b":2,"a":1}
            {"a":1,"b":[1,2]}              | ` { "a" : 1 , "b" : [ 1 , 2 ] } `
            {"a":1}                        | {"a":1,"memo":null}
            {}                             | {"a":null,"b":null}
            {"a":{}}                       | {"a":{"b":null}}
            {"amount":10.00}               | {"amount":10.0000}
            {"a":"x"}                      | {"\\u0061":"\\u0078"}
            "/"                            | "\\/"
            "\\u000A"                      | "\\n"
            "\\ud83d\\ude00"               | "😀"
            "\\uD83D\\uDE00"               | "\\ud83d\\ude00"
            "caf\\u00e9"                   | "cafe\\u0301"
            {"caf\\u00e9":1}               | {"cafe\\u0301":1}
            "\\u212b"                      | "\\u00c5"
            "\\u1100\\u1161\\u11a8"        | "\\uac01"
            "q\\u0307\\u0323"              | "q\\u0323\\u0307"
            """)
    void sameRequestInAnotherSpellingHasTheSameForm(String one, String other) {
        assertThat(canonical(one)).isEqualTo(canonical(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            {"amount":100.00}        | {"amount":120.00}
            {"amount":1.00}          | {"amount":"1.00"}
            {"amount":1}             | {"amount":1.001}
            {"amount":1}             | {"amount":-1}
            9007199254740993         | 9007199254740992
            {"a":true}               | {"a":"true"}
            {"a":true}               | {"a":false}
            null                     | "null"
            [1,2]                    | [2,1]
            [1,null]                 | [1]
            [null]                   | []
            []                       | {}
            {"a":{}}                 | {}
            {"a":[]}                 | {}
            {"a":""}                 | {}
            {"a":0}                  | {}
            {"a":1}                  | {"A":1}
            {"a":1}                  | {"a":1,"unknown":2}
            {"a":{"b":1}}            | {"a":1,"b":1}
            "a"                      | "a "
            "\\ud800"                | "\\ufffd"
            "\\ud800"                | "?"
            "\\ud800"                | "\\udc00"
            "\\ud800"                | "\\\\ud800"
            "\\udc00\\ud800"         | "\\ud800\\udc00"
            "ab\\u0000c"             | "abc"
            "\\u0000"                | "\\\\u0000"
            "\\uff21"                | "A"
            "\\ufb01"                | "fi"
            "\\u200b"                | ""
            "a\\",\\"b"              | ["a","b"]
            """)
    void anotherRequestHasAnotherForm(String one, String other) {
        assertThat(canonical(one)).isNotEqualTo(canonical(other));
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '`', textBlock = """
            ` [ true , false , null ] `           | [true,false,null]
            {"z":1,"a":{"y":null,"x":[{}]}}       | {"a":{"x":[{}]},"z":1}
            "\\"\\\\\\/\\b\\f\\n\\r\\t\\u007f"    | "\\"\\\\/\\u0008\\u000c\\u000a\\u000d\\u0009\u007f"
            "\\u0000\\uD800x\\uDFFF"              | "\\u0000\\ud800x\\udfff"
            {"\\ud800":1}                         | {"\\ud800":1}
            "cafe\\u0301"                         | "café"
            {"B":1,"a":1,"":1,"A":1,"aa":1}       | {"":1,"A":1,"B":1,"a":1,"aa":1}
            """)
    void theFormIsExactlyThis(String json, String expected) {
        assertThat(canonical(json)).isEqualTo(expected);
    }

    @Test
    void membersAreOrderedByCodePointAndNotByUtf16Unit() {
        assertThat(canonical("{\"\\ud83d\\ude00\":1,\"\\uff21\":2,\"\\ud83d\":3}"))
                .isEqualTo("{\"\\ud83d\":3,\"\uff21\":2,\"\ud83d\ude00\":1}");
    }

    @Test
    void nameIsNormalisedBeforeMembersAreSorted() {
        // Decomposed, "e\u0301" would come before "f"; composed it is U+00E9 and comes after.
        assertThat(canonical("{\"e\\u0301\":1,\"f\":2}")).isEqualTo("{\"f\":2,\"\u00e9\":1}");
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false", "null", "\"\"", "[]", "{}", "0"})
    void anyValueMayStandAlone(String json) {
        assertThat(canonical("\t\r\n " + json + "\n")).isEqualTo(json);
    }

    @Test
    void textAndItsBytesHaveTheSameForm() {
        String json = "{\"name\":\"Zoë 😀\",\"amount\":10.50}";

        assertThat(CanonicalJson.canonicalise(json)).isEqualTo(CanonicalJson.canonicalise(json.getBytes(UTF_8)));
    }

    @Test
    void inputIsLeftAsItWas() {
        byte[] json = "{\"b\":1.0,\"a\":null}".getBytes(UTF_8);

        CanonicalJson.canonicalise(json);

        assertThat(json).isEqualTo("{\"b\":1.0,\"a\":null}".getBytes(UTF_8));
    }

    private static String canonical(String json) {
        return new String(CanonicalJson.canonicalise(json), UTF_8);
    }
}
