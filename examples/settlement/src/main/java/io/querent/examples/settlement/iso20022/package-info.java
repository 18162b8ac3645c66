/**
 * Messages of ISO 20022 as a bank's customer sends and reads them. What is sent is made of Prowide's model. What comes is read by a cursor of
 * our own, because a file that is not what it says has to be refused with its line, which a bound model does not know.
 */
@NullMarked
package io.querent.examples.settlement.iso20022;

import org.jspecify.annotations.NullMarked;
