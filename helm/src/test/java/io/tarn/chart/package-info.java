/** Tests of the chart: what Helm makes of it, and whether the services' sources agree with it. */
@NullMarked
package io.tarn.chart;

import org.jspecify.annotations.NullMarked;
