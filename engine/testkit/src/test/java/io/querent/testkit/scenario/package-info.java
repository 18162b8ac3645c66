/** Tests of SagaTest. */
@NullMarked
package io.querent.testkit.scenario;

import org.jspecify.annotations.NullMarked;
