package io.querent.admin.console.assets;

import java.time.Duration;
import org.springframework.http.CacheControl;
import org.springframework.http.ResponseEntity;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.GetMapping;
import org.springframework.web.bind.annotation.PathVariable;

/** Serves the files that pages load. */
@Controller
public final class AssetsController {
    private static final Duration A_YEAR = Duration.ofDays(365);

    private final Assets assets;

    public AssetsController(Assets assets) {
        this.assets = assets;
    }

    @GetMapping("/console/assets/{version}/{name}")
    ResponseEntity<byte[]> file(@PathVariable String version, @PathVariable String name) {
        return assets.find(version, name)
                .map(file -> ResponseEntity.ok()
                        .contentType(file.type())
                        .cacheControl(CacheControl.maxAge(A_YEAR).cachePublic().immutable())
                        .body(file.content()))
                .orElse(ResponseEntity.notFound().build());
    }
}
