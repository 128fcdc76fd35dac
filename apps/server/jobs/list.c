#include "list.h"

void job_list_add(job_list *l, job *j)
{
    j->next = NULL;
    if (l->last)
        l->last->next = j;
    else
        l->first = j;
    l->last = j;
    l->count++;
}

void job_list_remove(job_list *l, job *j)
{
    job *before = NULL;
    job *at = l->first;
    while (at != j) {
        before = at;
        at = at->next;
    }
    if (before)
        before->next = j->next;
    else
        l->first = j->next;
    if (l->last == j) l->last = before;
    l->count--;
    j->next = NULL;
}

void job_input_free(job *j)
{
    if (j->order.free_input) j->order.free_input(j->order.input);
    j->order.input = NULL;
}
