package io.querent.examples.payment.faultrun.storm;

import java.time.Duration;

/**
 * One thing that goes wrong.
 *
 * @param after how long after the one before it
 * @param node number of the node that it concerns, from 0, where it concerns one: that node, or the next that works
 * @param length how long a node is stopped, where one is
 * @param clockOffset how wrong the clock of a killed node's successor is
 */
public record Injection(Kind kind, Duration after, int node, Duration length, Duration clockOffset) {}
