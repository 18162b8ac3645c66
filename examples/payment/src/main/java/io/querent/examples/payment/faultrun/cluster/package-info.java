/** A PostgreSQL cluster with a failover of its own: three members under Patroni, and the etcd that they agree in, on loopback. */
@NullMarked
package io.querent.examples.payment.faultrun.cluster;

import org.jspecify.annotations.NullMarked;
