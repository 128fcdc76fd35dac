/* Fair shares: what each user, address and the newcomers have used lately, and whose turn
 * it is by that. All under the lock of the jobs. */
#ifndef ALEA_SERVER_JOBS_SHARES_H
#define ALEA_SERVER_JOBS_SHARES_H

#include "internal.h"

/* Finds or makes the accounts that the job counts for; false without memory. */
bool shares_find_accounts(jobs *q, job *j);
void shares_count_waiting(job *j, int change);
void shares_count_running(job *j, int change);
/* Charges the time since the job's start to its accounts. */
void shares_spend(job *j, double now);
/* The waiting job of classes `first` to `last` whose turn it is; NULL for none. */
typedef bool shares_filter(const jobs *q, const job *j, double now);
job *shares_next(jobs *q, job_class first, job_class last, shares_filter *may);

/* A filter: what threads here may do. Where there are workers elsewhere they come first,
 * for a while. */
bool shares_at_home(const jobs *q, const job *j, double now);

#endif
