package io.tarn.agent.http;

import org.jspecify.annotations.Nullable;

/** What matters of a problem document. */
record ProblemView(@Nullable String code, @Nullable String detail) {}
