package io.querent.architecture;

import com.tngtech.archunit.core.importer.Location;
import com.tngtech.archunit.junit.LocationProvider;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Main and test code of every module. */
final class AllClasses implements LocationProvider {

    @Override
    public Set<Location> get(Class<?> testClass) {
        return SourceTree.modules().stream()
                .flatMap(module -> Stream.of(module.resolve("target/classes"), module.resolve("target/test-classes")))
                .filter(Files::isDirectory)
                .map((Path folder) -> Location.of(folder))
                .collect(Collectors.toSet());
    }
}
