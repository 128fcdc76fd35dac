/* The comments of temp.xgc, which records name by number. */
#ifndef ALEA_FORMATS_MATCHES_XG_COMMENTS_H
#define ALEA_FORMATS_MATCHES_XG_COMMENTS_H

#include "reader.h"

/* Finds the comments in r->comments, `size` bytes of text; at most `most`, the number
 * that the records can name. */
alea_status xg_find_comments(xg_reader *r, size_t size, size_t most);
/* Is there a comment of that number? */
bool xg_is_comment(const xg_reader *r, int32_t number);
/* Appends a comment to the last entry, or sets the tag `key` if not NULL. The total
 * size is bounded because many records may name the same comment. */
alea_status xg_add_comment(xg_reader *r, int32_t number, const char *key);
/* Keeps the comments of this game's records up to the current one. Comments of records
 * without an entry (no double) go to the previous entry. */
alea_status xg_tell_comments(xg_reader *r);
/* True if a comment of this game is not kept yet. */
bool xg_has_untold(const xg_reader *r);

#endif
