package io.querent.admin.graph;

/**
 * A step as it is drawn.
 *
 * @param name name of the step
 * @param kind what it is, in a few words
 * @param state symbol and word of where it stands; empty where a definition is shown and no saga
 * @param undo the same of what makes good for it; empty where there is nothing
 * @param tone class of its colours
 */
public record Node(String name, String kind, String state, String undo, String tone) {}
