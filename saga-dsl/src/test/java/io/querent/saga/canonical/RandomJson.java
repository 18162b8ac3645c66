package io.querent.saga.canonical;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.text.Normalizer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Random JSON values, the many ways to spell one, and values that differ from one in a single place. */
final class RandomJson {
    /** JSON null, in arrays only: as a member it would be equal to none. */
    enum Null {
        NULL
    }

    private static final String[] TEXT_PIECES = {
        "a",
        "B",
        "7",
        " ",
        "\"",
        "\\",
        "/",
        "\n",
        "\t",
        "\u0000",
        "\u001f",
        "\u007f",
        "é",
        "e\u0301",
        "q\u0307\u0323",
        "\u0323",
        "각",
        "中",
        "\u202e",
        "\ufeff",
        "\uffff",
        "😀",
        "\ud800",
        "\udfff"
    };
    private static final String[] SPACES = {"", "", "", " ", "\n", "\t\r\n  "};

    private final Random random;

    RandomJson(long seed) {
        random = new Random(seed);
    }

    Object value(int depth) {
        return switch (random.nextInt(depth > 0 ? 7 : 4)) {
            case 0 -> text();
            case 1 -> new BigDecimal(new BigInteger(random.nextInt(80), random), random.nextInt(26) - 5);
            case 2 -> new BigDecimal(random.nextInt(2001) - 1000).movePointLeft(2);
            case 3 -> random.nextBoolean();
            case 4 -> elements(depth - 1);
            default -> members(depth - 1);
        };
    }

    private List<Object> elements(int depth) {
        List<Object> elements = new ArrayList<>();
        for (int i = random.nextInt(5); i > 0; i--) {
            elements.add(random.nextInt(6) == 0 ? Null.NULL : value(depth));
        }
        return elements;
    }

    private Map<String, Object> members(int depth) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int i = random.nextInt(6); i > 0; i--) {
            members.put(Normalizer.normalize(text(), Normalizer.Form.NFC), value(depth));
        }
        return members;
    }

    private String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random.nextInt(7); i > 0; i--) {
            text.append(TEXT_PIECES[random.nextInt(TEXT_PIECES.length)]);
        }
        return text.toString();
    }

    /** The same value, written in a way drawn by lot. */
    String spelling(Object value) {
        StringBuilder out = new StringBuilder();
        spell(value, out);
        return out.toString();
    }

    private void spell(Object value, StringBuilder out) {
        space(out);
        if (value instanceof Map<?, ?> members) {
            spellMembers(members, out);
        } else if (value instanceof List<?> elements) {
            spellElements(elements, out);
        } else if (value instanceof String text) {
            spellText(text, out);
        } else if (value instanceof BigDecimal number) {
            out.append(spellingOfNumber(number));
        } else {
            out.append(value == Null.NULL ? "null" : value);
        }
        space(out);
    }

    private void spellMembers(Map<?, ?> members, StringBuilder out) {
        Map<Object, Object> some = new LinkedHashMap<>(members);
        for (int i = random.nextInt(3); i > 0; i--) {
            some.putIfAbsent("absent " + i, Null.NULL);
        }
        List<Map.Entry<Object, Object>> shuffled = new ArrayList<>(some.entrySet());
        Collections.shuffle(shuffled, random);
        String separator = "{";
        for (Map.Entry<Object, Object> member : shuffled) {
            out.append(separator);
            spell(member.getKey(), out);
            out.append(':');
            spell(member.getValue(), out);
            separator = ",";
        }
        out.append(some.isEmpty() ? "{}" : "}");
    }

    private void spellElements(List<?> elements, StringBuilder out) {
        String separator = "[";
        for (Object element : elements) {
            out.append(separator);
            spell(element, out);
            separator = ",";
        }
        out.append(elements.isEmpty() ? "[ ]" : "]");
    }

    private String spellingOfNumber(BigDecimal number) {
        if (number.signum() == 0 && random.nextBoolean()) {
            return random.nextBoolean() ? "-0.0" : "0E+7";
        }
        if (random.nextBoolean()) {
            return number.setScale(number.scale() + random.nextInt(4)).toPlainString();
        }
        int exponent = random.nextInt(41) - 20;
        String sign = exponent >= 0 && random.nextBoolean() ? "+" : "";
        return number.scaleByPowerOfTen(-exponent).toPlainString()
                + (random.nextBoolean() ? "e" : "E")
                + sign
                + exponent;
    }

    private void spellText(String text, StringBuilder out) {
        Normalizer.Form form = random.nextBoolean() ? Normalizer.Form.NFC : Normalizer.Form.NFD;
        out.append('"');
        Normalizer.normalize(text, form).codePoints().forEach(codePoint -> spellCharacter(codePoint, out));
        out.append('"');
    }

    private void spellCharacter(int codePoint, StringBuilder out) {
        boolean mayBeRaw = codePoint >= ' '
                && codePoint != '"'
                && codePoint != '\\'
                && Character.getType(codePoint) != Character.SURROGATE;
        int brief = "\"\\/\b\f\n\r\t".indexOf(codePoint);
        if (brief >= 0 && random.nextInt(3) == 0) {
            out.append('\\').append("\"\\/bfnrt".charAt(brief));
        } else if (mayBeRaw && random.nextInt(4) > 0) {
            out.appendCodePoint(codePoint);
        } else {
            String format = random.nextBoolean() ? "\\u%04x" : "\\u%04X";
            Character.toString(codePoint).chars().forEach(unit -> out.append(format.formatted(unit)));
        }
    }

    private void space(StringBuilder out) {
        out.append(SPACES[random.nextInt(SPACES.length)]);
    }

    /** A value that differs in one leaf, one member, one element or one type. */
    Object withOneChange(Object value) {
        if (value instanceof Map<?, ?> members) {
            return withOneMemberChanged(members);
        }
        if (value instanceof List<?> elements) {
            return withOneElementChanged(elements);
        }
        if (value instanceof BigDecimal number) {
            return random.nextInt(4) == 0
                    ? number.toString()
                    : number.add(BigDecimal.ONE.movePointLeft(random.nextInt(21)));
        }
        if (value instanceof String text) {
            return random.nextInt(4) == 0 ? (Object) BigDecimal.ONE : text + "x";
        }
        return value instanceof Boolean flag ? !flag : (Object) false;
    }

    private Map<String, Object> withOneMemberChanged(Map<?, ?> members) {
        Map<String, Object> changed = new LinkedHashMap<>();
        members.forEach((name, value) -> changed.put((String) name, value));
        if (changed.isEmpty() || random.nextInt(5) == 0) {
            changed.put("a new member", value(0));
            return changed;
        }
        String name = List.copyOf(changed.keySet()).get(random.nextInt(changed.size()));
        Object value = changed.remove(name);
        return switch (random.nextInt(5)) {
            case 0 -> changed;
            case 1 -> with(changed, name + " renamed", value);
            default -> with(changed, name, withOneChange(value));
        };
    }

    private static Map<String, Object> with(Map<String, Object> members, String name, Object value) {
        members.put(name, value);
        return members;
    }

    private List<Object> withOneElementChanged(List<?> elements) {
        List<Object> changed = new ArrayList<>(elements);
        if (changed.isEmpty() || random.nextInt(5) == 0) {
            changed.add(random.nextInt(changed.size() + 1), random.nextBoolean() ? Null.NULL : value(1));
            return changed;
        }
        int index = random.nextInt(changed.size());
        Object value = changed.remove(index);
        if (random.nextInt(5) > 0) {
            changed.add(index, withOneChange(value));
        }
        return changed;
    }
}
