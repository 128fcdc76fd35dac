/* The comments of temp.xgc, which records name by number. */
#ifndef ALEA_FORMATS_MATCHES_XG_COMMENTS_H
#define ALEA_FORMATS_MATCHES_XG_COMMENTS_H

#include "formats/matches/xg/reader.h"

/* Finds the comments in r->comments, `size` bytes of text; at most `most`, the number
 * that the records can name. */
alea_status xg_find_comments(xg_reader *r, size_t size, size_t most);
/* Is there a comment of that number? */
bool xg_is_comment(const xg_reader *r, int32_t number);
/* Appends it to the comment of the last entry, or sets the tag `key` (not NULL). The
 * total is bounded: many records may name the same long comment. */
alea_status xg_add_comment(xg_reader *r, int32_t number, const char *key);
/* Keeps the comments of this game's records up to this one. Records that add no entry
 * (a double not made) leave theirs to the entry before. */
alea_status xg_tell_comments(xg_reader *r);
/* Has this game a comment that is not kept yet? */
bool xg_has_untold(const xg_reader *r);

#endif
