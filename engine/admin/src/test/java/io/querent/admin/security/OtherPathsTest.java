package io.querent.admin.security;

import static org.assertj.core.api.Assertions.assertThat;

import io.querent.admin.testing.AdminNode;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.security.config.annotation.web.builders.HttpSecurity;
import org.springframework.security.web.SecurityFilterChain;

/** What is neither API nor console. */
class OtherPathsTest {
    /** An application that says who may do what. */
    @Configuration(proxyBeanMethods = false)
    static class OwnChain {
        @Bean
        SecurityFilterChain everybody(HttpSecurity http) throws Exception {
            return http.authorizeHttpRequests(requests -> requests.anyRequest().permitAll())
                    .build();
        }
    }

    @Test
    void isDeniedAsLongAsNobodySaysWhoMayUseIt() throws IOException {
        try (AdminNode node = AdminNode.start(List.of()).account("root", "admin")) {
            assertThat(node.asNobody().get("/elsewhere").status()).isEqualTo(403);
            assertThat(node.as("root").get("/v3/api-docs").status()).isEqualTo(403);
            assertThat(node.as("root").get("/api/v1/sagas").status()).isEqualTo(200);
        }
    }

    @Test
    void isTheApplicationsToSayWhereItHasAChain() throws IOException {
        try (AdminNode node = AdminNode.start(List.of(), OwnChain.class).account("root", "admin")) {
            assertThat(node.asNobody().get("/elsewhere").status()).isEqualTo(404);
            assertThat(node.asNobody().get("/api/v1/sagas").status()).isEqualTo(401);
            assertThat(node.asNobody().get("/console").status()).isEqualTo(302);
        }
    }
}
