@NullMarked
package io.tarn.agent.http;

import org.jspecify.annotations.NullMarked;
