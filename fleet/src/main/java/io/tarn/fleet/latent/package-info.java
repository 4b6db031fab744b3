/**
 * What nobody can see of a VM and everything seen follows from: how its workload reacts to slow
 * memory, how much of its memory it will touch. Only {@code io.tarn.fleet} and its {@code oracle}
 * may use it.
 */
@NullMarked
package io.tarn.fleet.latent;

import org.jspecify.annotations.NullMarked;
