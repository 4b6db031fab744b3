package io.tarn.scheduler.store;

import org.springframework.jdbc.core.simple.JdbcClient;
import org.springframework.transaction.support.TransactionTemplate;
import tools.jackson.databind.json.JsonMapper;

/**
 * The scheduler's schema.
 *
 * @param jdbc runs statements
 * @param transactions puts them into transactions
 * @param json writes what is kept as JSON
 */
public record Database(JdbcClient jdbc, TransactionTemplate transactions, JsonMapper json) {}
