package io.tarn.local.stack;

import io.tarn.db.DatabaseTarget;
import io.tarn.local.home.Home;
import io.tarn.local.plan.StackFile;
import io.tarn.local.supervise.Supervisor;

/**
 * A stack that is ready.
 *
 * @param home where its state is kept
 * @param file what it is like
 * @param database its database, with the login that may do everything
 * @param supervisor keeps its processes running
 * @param credentials of this process
 */
public record RunningStack(
    Home home,
    StackFile file,
    DatabaseTarget database,
    Supervisor supervisor,
    Credentials credentials) {}
