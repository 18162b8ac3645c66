/**
 * What people do to sagas, the same for API and console: a request is checked, stored as a letter, carried out by whatever node runs the
 * saga, and answered truthfully. Nothing in here decides about a saga; nodes do.
 */
@NullMarked
package io.querent.admin.desk;

import org.jspecify.annotations.NullMarked;
