package io.querent.admin.console.action;

/**
 * Something that a person may do now.
 *
 * @param label its name in forms
 * @param title a verb and its object, for a button
 * @param words what will happen, in words that follow "to"
 * @param link where its form is
 * @param grave whether it moves money or cannot be taken back
 */
public record Offer(String label, String title, String words, String link, boolean grave) {}
