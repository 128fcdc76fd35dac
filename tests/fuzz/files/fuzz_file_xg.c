/* Any bytes as an .xg file: as they are (the checksums refuse nearly all), and as the
 * records inside of a sound one. */
#include <string.h>

#include "file_target.h"
#include "support/xg_writer.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    file_target_run(ALEA_FORMAT_XG, data, size);
    /* Short inputs make whole records: 40 bytes each, spread over what a record
     * reads. */
    xg_output records = {0}, file = {0};
    size_t count = size / 40 < 64 ? size / 40 : 64;
    for (size_t i = 0; i < count; i++) {
        const uint8_t *from = data + 40 * i;
        uint8_t *p = xgw_record(&records, from[0] % 7);
        memcpy(p + 9, from + 1, 16);
        memcpy(p + 64, from + 17, 16);
        memcpy(p + 100, from + 33, 7);
        for (int k = 0; k < 8; k++) p[100 + k] = (uint8_t)(p[100 + k] & 7);
        if (p[8] == 0) {
            memcpy(p + 556, "DMLI", 4);
            memset(p + 93, 0, 7);
            p[552] = 30;
        }
        if (p[8] == 2) {
            p[24] = from[17] & 3;
            p[28] = from[18] & 3;
            p[292] = (uint8_t)i;
        }
        p[2524] = (uint8_t)i;
    }
    if (count) {
        uint8_t entries[2 * XGW_ENTRY] = {0};
        uint8_t *header = xgw_more(&file, XGW_HEADER);
        memcpy(header, "RGMH", 4);
        xgw_i32(header + 8, XGW_HEADER);
        xgw_member(&file, XGW_HEADER, entries, "temp.xg", records.bytes, records.size);
        /* The bytes themselves are the comments, too. */
        xgw_member(&file, XGW_HEADER, entries + XGW_ENTRY, "temp.xgc", data, size);
        size_t archive = file.size - XGW_HEADER;
        memcpy(xgw_more(&file, sizeof entries), entries, sizeof entries);
        uint32_t sum =
            (uint32_t)crc32(0, file.bytes + XGW_HEADER, (uInt)(file.size - XGW_HEADER));
        uint8_t *end = xgw_more(&file, XGW_TRAILER);
        xgw_i32(end, (int32_t)sum);
        xgw_i32(end + 4, 2);
        xgw_i32(end + 12, (int32_t)sizeof entries);
        xgw_i32(end + 16, (int32_t)archive);
        file_target_run(ALEA_FORMAT_XG, file.bytes, file.size);
    }
    free(records.bytes);
    free(file.bytes);
    return 0;
}
