package io.querent.admin.testing;

import java.util.Set;
import java.util.TreeSet;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.servlet.mvc.method.RequestMappingInfo;
import org.springframework.web.servlet.mvc.method.annotation.RequestMappingHandlerMapping;

/** What a running application answers. */
public final class Routes {
    private Routes() {}

    /** All routes under a path, as {@code GET /path/{id}}; one that takes every method counts as GET. */
    public static Set<String> under(AdminNode node, String path) {
        Set<String> routes = new TreeSet<>();
        node.context().getBeansOfType(RequestMappingHandlerMapping.class).values().stream()
                .flatMap(mapping -> mapping.getHandlerMethods().keySet().stream())
                .forEach(route -> add(routes, route, path));
        return routes;
    }

    private static void add(Set<String> routes, RequestMappingInfo route, String under) {
        Set<RequestMethod> methods = route.getMethodsCondition().getMethods();
        for (String path : route.getPatternValues()) {
            if (path.startsWith(under)) {
                (methods.isEmpty() ? Set.of(RequestMethod.GET) : methods)
                        .forEach(method -> routes.add(method + " " + path));
            }
        }
    }
}
