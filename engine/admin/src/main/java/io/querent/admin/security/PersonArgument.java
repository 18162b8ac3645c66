package io.querent.admin.security;

import io.querent.admin.access.Person;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.core.MethodParameter;
import org.springframework.security.authentication.AuthenticationCredentialsNotFoundException;
import org.springframework.web.bind.support.WebDataBinderFactory;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.method.support.HandlerMethodArgumentResolver;
import org.springframework.web.method.support.ModelAndViewContainer;

/** Gives a controller's method the {@link Person} who calls it. */
public final class PersonArgument implements HandlerMethodArgumentResolver {
    /** Who has sent the request; empty when nobody has signed in. */
    public static Optional<Person> personOf(HttpServletRequest request) {
        return PersonFilter.personOf(request);
    }

    @Override
    public boolean supportsParameter(MethodParameter parameter) {
        return parameter.getParameterType() == Person.class;
    }

    @Override
    public Object resolveArgument(
            MethodParameter parameter,
            @Nullable ModelAndViewContainer container,
            NativeWebRequest request,
            @Nullable WebDataBinderFactory binders) {
        HttpServletRequest servlet = request.getNativeRequest(HttpServletRequest.class);
        return Optional.ofNullable(servlet)
                .flatMap(PersonArgument::personOf)
                .orElseThrow(() -> new AuthenticationCredentialsNotFoundException("nobody has signed in"));
    }
}
