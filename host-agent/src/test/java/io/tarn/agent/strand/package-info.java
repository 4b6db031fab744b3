@NullMarked
package io.tarn.agent.strand;

import org.jspecify.annotations.NullMarked;
