package io.querent.examples.settlement.ledgerclient;

import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.net.httpserver.HttpServer;
import io.querent.examples.settlement.sales.SalesBatch;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import org.junit.jupiter.api.Test;

class LedgerClientTest {
    @Test
    void salesThatTheLedgerRefusesAreRefusedForGoodInWordsForPeople() throws IOException {
        HttpServer ledger = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        ledger.createContext("/sales", exchange -> {
            exchange.sendResponseHeaders(422, -1);
            exchange.close();
        });
        ledger.start();
        try {
            LedgerClient client = new LedgerClient(
                    URI.create("http://127.0.0.1:" + ledger.getAddress().getPort()));

            assertThatThrownBy(() ->
                            client.tell("sales:M001:2026-01-27", new SalesBatch("M001", "EUR", List.of(), List.of())))
                    .isInstanceOf(OtherSalesException.class)
                    .hasMessageContainingAll("other sales under sales:M001:2026-01-27", "another --seed");
        } finally {
            ledger.stop(0);
        }
    }
}
