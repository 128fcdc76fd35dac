/* Stands in for libFuzzer: runs a fuzz target on each file given, and on each file of
 * each folder given. A folder without a file is a mistake, and fails. */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* 1 if it was run, -1 if it could not be read. */
static int replay_file(const char *path)
{
    FILE *file = fopen(path, "rb");
    if (!file || fseek(file, 0, SEEK_END) != 0) {
        perror(path);
        if (file) fclose(file);
        return -1;
    }
    const long size = ftell(file);
    rewind(file);
    /* Exactly as long as the input, so that the sanitizer sees a read past it. */
    uint8_t *data = malloc(size > 0 ? (size_t)size : 1);
    if (size < 0 || !data || fread(data, 1, (size_t)size, file) != (size_t)size) {
        perror(path);
        free(data);
        fclose(file);
        return -1;
    }
    fclose(file);
    LLVMFuzzerTestOneInput(data, (size_t)size);
    free(data);
    return 1;
}

static int replay_folder(const char *path)
{
    DIR *folder = opendir(path);
    int count = 0;
    if (!folder) {
        perror(path);
        return -1;
    }
    for (struct dirent *entry; (entry = readdir(folder));) {
        char name[4096];
        if (entry->d_name[0] == '.') continue;
        snprintf(name, sizeof name, "%s/%s", path, entry->d_name);
        if (replay_file(name) < 0) {
            closedir(folder);
            return -1;
        }
        count++;
    }
    closedir(folder);
    if (count == 0) fprintf(stderr, "%s: no seed\n", path);
    return count ? count : -1;
}

int main(int argc, char **argv)
{
    int total = 0;
    for (int i = 1; i < argc; i++) {
        struct stat about;
        const int count = stat(argv[i], &about) == 0 && S_ISDIR(about.st_mode)
                              ? replay_folder(argv[i])
                              : replay_file(argv[i]);
        if (count < 0) return 1;
        total += count;
    }
    printf("%d inputs\n", total);
    return total ? 0 : 1;
}
