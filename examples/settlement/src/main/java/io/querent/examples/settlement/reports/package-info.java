/** A settlement's report, in stages: created and generated here, uploaded to a store, and told of over the broker. */
@NullMarked
package io.querent.examples.settlement.reports;

import org.jspecify.annotations.NullMarked;
