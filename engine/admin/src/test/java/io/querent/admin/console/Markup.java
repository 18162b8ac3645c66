package io.querent.admin.console;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Looks for what a page must not have: tags that do not match, anything inline, ids that occur twice, fields without a label. */
final class Markup {
    private static final Set<String> VOID = Set.of("input", "meta", "link", "img", "br", "!doctype");
    private static final Pattern TAG =
            Pattern.compile("<(/?)(!?[a-zA-Z][a-zA-Z0-9]*)((?:\"[^\"]*\"|'[^']*'|[^>\"'])*?)(/?)>");
    private static final Pattern ID = Pattern.compile("\\sid=\"([^\"]*)\"");
    private static final Pattern INLINE = Pattern.compile(
            "<style|\\sstyle=|\\son[a-z]+=|javascript:|<script(?![^>]*\\ssrc=)|https?://(?!www\\.w3\\.org)");

    private Markup() {}

    /** What is wrong; empty when nothing is. */
    static List<String> wrongs(String html) {
        List<String> wrongs = new ArrayList<>();
        Matcher inline = INLINE.matcher(html);
        while (inline.find()) {
            wrongs.add("inline or foreign: " + around(html, inline.start()));
        }
        Set<String> ids = new HashSet<>();
        Matcher id = ID.matcher(html);
        while (id.find()) {
            if (!ids.add(id.group(1))) {
                wrongs.add("id occurs twice: " + id.group(1));
            }
        }
        nesting(html, wrongs);
        fields(html, wrongs);
        if (html.startsWith("<!DOCTYPE") && html.split("<h1", -1).length != 2) {
            wrongs.add("there is not one heading of the first rank");
        }
        return wrongs;
    }

    private static void nesting(String html, List<String> wrongs) {
        Deque<String> open = new ArrayDeque<>();
        Matcher tag = TAG.matcher(html);
        while (tag.find()) {
            String name = tag.group(2).toLowerCase(java.util.Locale.ROOT);
            if (VOID.contains(name) || !tag.group(4).isEmpty()) {
                continue;
            } else if (tag.group(1).isEmpty()) {
                open.push(name);
            } else if (open.isEmpty() || !open.pop().equals(name)) {
                wrongs.add("tags do not match: " + around(html, tag.start()));
                return;
            }
        }
        if (!open.isEmpty()) {
            wrongs.add("never closed: " + open);
        }
    }

    private static void fields(String html, List<String> wrongs) {
        Matcher field = Pattern.compile("<(input|select|textarea)\\b((?:\"[^\"]*\"|[^>\"])*)>")
                .matcher(html);
        while (field.find()) {
            Matcher id = ID.matcher(field.group(2));
            boolean hidden = field.group(2).contains("type=\"hidden\"");
            if (!hidden && !(id.find() && html.contains("<label for=\"" + id.group(1) + "\""))) {
                wrongs.add("field without a label: " + field.group());
            }
        }
    }

    private static String around(String html, int at) {
        return html.substring(Math.max(0, at - 60), Math.min(html.length(), at + 60));
    }
}
