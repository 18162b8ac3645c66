package io.querent.postgres;

import io.querent.runtime.journal.AppendResult;
import io.querent.saga.SagaId;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;

/**
 * Writes appends of different sagas in a transaction of the caller's: rows, then events, then operations. An append whose guard
 * does not hold is left out, and the others are written all the same.
 */
final class BatchWrite {
    private BatchWrite() {}

    /**
     * Writes the appends.
     *
     * @param batch appends of sagas that are all different, in ascending order of their ids
     * @return {@link AppendResult.Appended} for those that are written as soon as the caller commits; nothing for the others
     */
    static Map<SagaId, AppendResult> write(Connection connection, List<EncodedAppend> batch) throws SQLException {
        Map<UUID, Short> periods = SagaWrites.write(connection, batch);
        List<EncodedAppend> written = new ArrayList<>(batch.size());
        Map<SagaId, AppendResult> results = new HashMap<>(batch.size() * 2);
        for (EncodedAppend each : batch) {
            if (periods.containsKey(each.id().value())) {
                written.add(each);
                results.put(each.id(), new AppendResult.Appended(each.versionAfter()));
            }
        }
        EventWrites.insert(connection, written, periods);
        OperationWrites.upsert(connection, written);
        return results;
    }
}
