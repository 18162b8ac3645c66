/** An application whose steps are methods of its beans. */
package io.querent.spring.beans;
