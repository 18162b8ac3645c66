/** What a fault run takes place on: two database servers, a bank, three nodes, and the proxies between them. */
@NullMarked
package io.querent.examples.payment.faultrun.site;

import org.jspecify.annotations.NullMarked;
