package io.querent.admin.console.saga;

import io.querent.admin.access.Person;
import io.querent.admin.api.http.ApiJson;
import io.querent.admin.api.saga.SagaController;
import org.springframework.http.ContentDisposition;
import org.springframework.http.HttpHeaders;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Hands out what the API gives of a saga, to people whose credentials are a session of the console. */
@Controller
public final class PapersController {
    private final SagaController api;

    public PapersController(SagaController api) {
        this.api = api;
    }

    @GetMapping("/console/sagas/{id}/export")
    ResponseEntity<byte[]> export(Person person, @PathVariable String id) {
        return file("saga-" + id + ".json", api.export(id, person));
    }

    @GetMapping("/console/sagas/{id}/evidence")
    ResponseEntity<byte[]> evidence(Person person, @PathVariable String id) {
        return file("evidence-" + id + ".json", api.evidence(id, person));
    }

    private static ResponseEntity<byte[]> file(String name, Object content) {
        return ResponseEntity.ok()
                .contentType(MediaType.APPLICATION_JSON)
                .header(
                        HttpHeaders.CONTENT_DISPOSITION,
                        ContentDisposition.attachment().filename(name).build().toString())
                .body(ApiJson.bytes(content));
    }
}
