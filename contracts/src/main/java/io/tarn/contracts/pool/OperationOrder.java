package io.tarn.contracts.pool;

/**
 * An operation as a host is told of it.
 *
 * @param operationId its name, to be reported under
 * @param request what was ordered
 */
public record OperationOrder(String operationId, OperationRequest request) {}
