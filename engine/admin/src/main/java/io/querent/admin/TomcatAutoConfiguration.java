package io.querent.admin;

import io.querent.admin.api.http.ServerErrorReport;
import io.querent.admin.desk.AdminDesk;
import org.apache.catalina.core.StandardHost;
import org.springframework.boot.autoconfigure.AutoConfiguration;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBean;
import org.springframework.boot.autoconfigure.condition.ConditionalOnClass;
import org.springframework.boot.tomcat.ConfigurableTomcatWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;

/** Has Tomcat, where it is the server, say what it refuses in the form that its callers read. */
@AutoConfiguration(after = AdminAutoConfiguration.class)
@ConditionalOnClass({StandardHost.class, ConfigurableTomcatWebServerFactory.class})
@ConditionalOnBean(AdminDesk.class)
public final class TomcatAutoConfiguration {
    /** The host adds it innermost, so that it speaks before the one that Spring Boot has added. */
    @Bean
    WebServerFactoryCustomizer<ConfigurableTomcatWebServerFactory> querentTomcatErrors() {
        return factory -> factory.addContextCustomizers(context -> {
            if (context.getParent() instanceof StandardHost host) {
                host.setErrorReportValveClass(ServerErrorReport.class.getName());
            }
        });
    }
}
