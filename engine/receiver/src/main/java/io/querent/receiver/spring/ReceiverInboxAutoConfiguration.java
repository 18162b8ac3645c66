package io.querent.receiver.spring;

import io.querent.receiver.inbox.Inbox;
import io.querent.receiver.inbox.InboxRetention;
import io.querent.receiver.inbox.InboxSettings;
import io.querent.receiver.jdbc.Transactions;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.boot.autoconfigure.condition.ConditionalOnMissingBean;
import org.springframework.context.annotation.Bean;

/** The inbox, with the settings that consumers of the application's own making share. */
@AutoConfiguration(after = ReceiverAutoConfiguration.class, before = ReceiverUpkeepAutoConfiguration.class)
@ConditionalOnBean(ReceiverDatabase.class)
public final class ReceiverInboxAutoConfiguration {
    @Bean
    @ConditionalOnMissingBean
    InboxSettings querentInboxSettings(ReceiverProperties properties) {
        return properties.inboxSettings();
    }

    @Bean
    @ConditionalOnMissingBean
    Inbox querentInbox(Transactions transactions, InboxSettings settings) {
        return new Inbox(transactions, settings);
    }

    /** Run by the timer that does the rest of the upkeep. */
    @Bean
    @ConditionalOnMissingBean
    @ConditionalOnBooleanProperty(name = "querent.receiver.inbox.upkeep", matchIfMissing = true)
    InboxRetention querentInboxRetention(Transactions transactions, InboxSettings settings) {
        return new InboxRetention(transactions, settings);
    }
}
