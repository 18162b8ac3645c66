package io.querent.spring.testing;

import org.springframework.data.jpa.repository.JpaRepository;

/** Invoices by JPA. */
public interface Invoices extends JpaRepository<Invoice, String> {}
