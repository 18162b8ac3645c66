/** What tests of the starter share: a server, a downstream that is told what to do, an application. */
package io.querent.spring.testing;
