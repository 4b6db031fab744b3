@NullMarked
package io.tarn.agent.feed;

import org.jspecify.annotations.NullMarked;
