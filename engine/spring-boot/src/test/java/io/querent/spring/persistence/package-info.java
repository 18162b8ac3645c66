/** Steps of an application that writes its tables with all that Spring offers, in one transaction. */
package io.querent.spring.persistence;
