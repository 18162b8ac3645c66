/**
 * What people do to sagas, the same for API, console and command line: a request is checked, stored as a letter, carried out by whatever
 * node runs the saga, and answered truthfully. Nothing in here decides about a saga; nodes do. Who may is for the caller to check.
 */
@NullMarked
package io.querent.runtime.action;

import org.jspecify.annotations.NullMarked;
