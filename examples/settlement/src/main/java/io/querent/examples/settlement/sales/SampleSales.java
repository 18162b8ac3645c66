package io.querent.examples.settlement.sales;

import io.querent.examples.settlement.schedule.SettlementSchedule;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Currency;
import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.IntStream;

/**
 * Sample merchants and their sales. Every draw depends on the seed and on names alone, so a merchant sells the same whoever asks, and
 * however many others there are. Immutable.
 *
 * @param payouts beneficiaries of each merchant
 */
public record SampleSales(long seed, int merchants, int payouts, SettlementSchedule schedule) {
    /** With none, two and three decimals. */
    private static final List<String> CURRENCIES = List.of("EUR", "JPY", "KWD", "USD", "CZK", "ISK", "BHD", "GBP");

    private static final List<String> BANKS = List.of("AB", "CD", "EF", "GH");
    private static final int MOST_SALES_EACH = 4;
    private static final int LATE_SALES = 2;

    /** All merchants, in the order of their ids. */
    public List<Merchant> all() {
        return IntStream.rangeClosed(1, merchants).mapToObj(this::merchant).toList();
    }

    /** What a merchant sells on that business date and is known by its end. */
    public SalesBatch of(Merchant merchant, LocalDate date) {
        SplittableRandom draws = draws(merchant.id() + " " + date);
        List<Sale> sales = new ArrayList<>();
        for (Beneficiary beneficiary : merchant.beneficiaries()) {
            int count = 1 + draws.nextInt(MOST_SALES_EACH);
            for (int number = 1; number <= count; number++) {
                sales.add(sale(merchant, date, beneficiary, "s" + number, draws));
            }
        }
        return new SalesBatch(merchant.id(), merchant.currency(), merchant.beneficiaries(), sales);
    }

    /** What was sold on that date, too, but comes to be known only after it was settled. */
    public SalesBatch lateOf(Merchant merchant, LocalDate date) {
        SplittableRandom draws = draws("late " + merchant.id() + " " + date);
        List<Beneficiary> sellers =
                merchant.beneficiaries().stream().limit(LATE_SALES).toList();
        return new SalesBatch(
                merchant.id(),
                merchant.currency(),
                sellers,
                sellers.stream()
                        .map(seller -> sale(merchant, date, seller, "late", draws))
                        .toList());
    }

    private Merchant merchant(int number) {
        String id = String.format("M%03d", number);
        String currency = CURRENCIES.get((number - 1) % CURRENCIES.size());
        return new Merchant(
                id,
                currency,
                IntStream.rangeClosed(1, payouts)
                        .mapToObj(place -> beneficiary(id, place))
                        .toList());
    }

    private Beneficiary beneficiary(String merchant, int place) {
        SplittableRandom draws = draws(merchant + " beneficiary " + place);
        return new Beneficiary(
                String.format("B%04d", place),
                BANKS.get(draws.nextInt(BANKS.size())),
                String.valueOf(draws.nextLong(10_000_000L, 100_000_000L)));
    }

    private Sale sale(Merchant merchant, LocalDate date, Beneficiary seller, String name, SplittableRandom draws) {
        int decimals = Currency.getInstance(merchant.currency()).getDefaultFractionDigits();
        long most = decimals == 0 ? 90_000 : 90_000L * (long) Math.pow(10, decimals - 1);
        Instant begin = schedule.begin(date);
        long length = Math.max(1, Duration.between(begin, schedule.end(date)).toSeconds());
        return new Sale(
                String.join(".", merchant.id(), date.toString(), seller.id(), name),
                seller.id(),
                draws.nextLong(1, most),
                begin.plusSeconds(draws.nextLong(length)));
    }

    private SplittableRandom draws(String name) {
        return new SplittableRandom(seed * 0x9E3779B97F4A7C15L + name.hashCode());
    }
}
