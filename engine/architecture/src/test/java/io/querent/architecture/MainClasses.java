package io.querent.architecture;

import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.LocationProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;

/** What ships: the compiled main code of every module, read from its own folder and not from a jar that may be older. */
final class MainClasses implements LocationProvider {

    @Override
    public Set<Location> get(Class<?> testClass) {
        return SourceTree.modulesUnderRules().stream()
                .map(module -> module.resolve("target/classes"))
                .filter(Files::isDirectory)
                .map((Path folder) -> Location.of(folder))
                .collect(Collectors.toSet());
    }
}
