#include "tasks.h"

#include "server/study/analysis.h"
#include "server/study/work.h"

#include <string.h>

const job_form *form_of(const char *kind)
{
    if (strcmp(kind, study_analysis_form()->kind) == 0) return study_analysis_form();
    return study_question_form(kind);
}
