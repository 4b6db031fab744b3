/** What can be seen of a VM: its attributes, where its memory is, its counters and scans. */
@NullMarked
package io.tarn.fleet.vm;

import org.jspecify.annotations.NullMarked;
