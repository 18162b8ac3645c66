package io.querent.spring.beans;

import io.querent.runtime.SagaEngine;
import io.querent.runtime.SagaHandle;
import io.querent.saga.Call;
import io.querent.saga.Done;
import io.querent.saga.Outcome;
import io.querent.saga.SagaDefinition;
import io.querent.spring.beans.TransferApplication.Transfer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.stereotype.Service;
import org.springframework.transaction.annotation.Transactional;

/** Starts the saga that calls it: it asks for the definition when it needs it, as the definition is made of it. */
@Service
public class Transfers {
    private final SagaEngine engine;
    private final ObjectProvider<SagaDefinition<Transfer>> definition;
    private final List<String> noted = new CopyOnWriteArrayList<>();

    public Transfers(SagaEngine engine, ObjectProvider<SagaDefinition<Transfer>> definition) {
        this.engine = engine;
        this.definition = definition;
    }

    @Transactional
    public SagaHandle send(Transfer transfer) {
        return engine.start(definition.getObject(), transfer);
    }

    public Outcome<Done> note(Call call, Transfer transfer) {
        noted.add(transfer.number());
        return Outcome.done();
    }

    public List<String> noted() {
        return new ArrayList<>(noted);
    }
}
