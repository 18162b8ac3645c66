/** Tests with JUnit Jupiter: engines and banks as parameters, in memory or on PostgreSQL by an annotation. */
@NullMarked
package io.querent.testkit.junit;

import org.jspecify.annotations.NullMarked;
