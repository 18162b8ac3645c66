package io.querent.examples.settlement.ledger;

import org.springframework.http.HttpStatus;
import org.springframework.http.ProblemDetail;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;

/** What refusals look like. */
@RestControllerAdvice
class Refusals {
    @ExceptionHandler(LedgerRefusal.class)
    ProblemDetail refused(LedgerRefusal refusal) {
        ProblemDetail problem =
                ProblemDetail.forStatusAndDetail(HttpStatus.UNPROCESSABLE_CONTENT, refusal.getMessage());
        problem.setTitle("Refused");
        problem.setProperty("code", refusal.code());
        return problem;
    }
}
