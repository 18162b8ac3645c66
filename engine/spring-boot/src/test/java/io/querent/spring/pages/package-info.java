/** Lines that the pages on Spring show. */
package io.querent.spring.pages;
