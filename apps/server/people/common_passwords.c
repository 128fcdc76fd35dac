#include "base/embed.h"
#include "passwords.h"
#include "sorted.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { STEM_SIZE = 64 };

/* Compared after stripping digits and signs at either end, and with 0 1 3 4 5 7 @ $
 * read as the letters that they resemble. */
static const char *const words[] = {
    "password",      "passwort",     "passw",        "pass",        "passe",
    "motdepasse",    "wachtwoord",   "contrasena",   "senha",       "parola",
    "haslo",         "heslo",        "lozinka",      "salasana",    "losenord",
    "kennwort",      "geheim",       "secret",       "secreto",     "letmein",
    "welcome",       "willkommen",   "bienvenue",    "bienvenido",  "changeme",
    "change",        "default",      "guest",        "admin",       "administrator",
    "root",          "toor",         "user",         "username",    "login",
    "signin",        "access",       "master",       "server",      "system",
    "computer",      "internet",     "windows",      "android",     "apple",
    "google",        "facebook",     "instagram",    "youtube",     "twitter",
    "microsoft",     "samsung",      "nintendo",     "playstation", "pokemon",
    "pikachu",       "minecraft",    "starwars",     "superman",    "batman",
    "spiderman",     "matrix",       "trustno",      "whatever",    "nothing",
    "forever",       "iloveyou",     "loveyou",      "ilove",       "lovely",
    "love",          "loveme",       "sweetheart",   "princess",    "princesse",
    "prinzessin",    "sunshine",     "sonnenschein", "flower",      "butterfly",
    "schmetterling", "rainbow",      "chocolate",    "schokolade",  "cookie",
    "cheese",        "banana",       "orange",       "strawberry",  "pumpkin",
    "pepper",        "ginger",       "coffee",       "football",    "fussball",
    "futbol",        "soccer",       "baseball",     "basketball",  "hockey",
    "tennis",        "golfer",       "liverpool",    "arsenal",     "chelsea",
    "barcelona",     "realmadrid",   "juventus",     "bayern",      "dortmund",
    "manchester",    "monkey",       "dragon",       "tiger",       "lion",
    "shadow",        "panther",      "falcon",       "eagle",       "phoenix",
    "unicorn",       "wolf",         "bear",         "mustang",     "ferrari",
    "porsche",       "mercedes",     "toyota",       "honda",       "harley",
    "yamaha",        "corvette",     "michael",      "jennifer",    "jessica",
    "ashley",        "amanda",       "nicole",       "daniel",      "andrew",
    "joshua",        "matthew",      "anthony",      "robert",      "thomas",
    "jordan",        "charlie",      "george",       "maggie",      "michelle",
    "samantha",      "alexander",    "alexandra",    "victoria",    "william",
    "christian",     "sebastian",    "stefan",       "andreas",     "martin",
    "sandra",        "monika",       "summer",       "winter",      "spring",
    "autumn",        "sommer",       "herbst",       "fruhling",    "january",
    "february",      "march",        "april",        "june",        "july",
    "august",        "september",    "october",      "november",    "december",
    "monday",        "tuesday",      "wednesday",    "thursday",    "friday",
    "saturday",      "sunday",       "freedom",      "liberty",     "america",
    "england",       "london",       "berlin",       "paris",       "newyork",
    "california",    "texas",        "deutschland",  "france",      "espana",
    "italia",        "hello",        "helloworld",   "hallo",       "halloduda",
    "hola",          "bonjour",      "ciao",         "hotdog",      "snoopy",
    "mickey",        "donald",       "garfield",     "killer",      "hunter",
    "ranger",        "soldier",      "warrior",      "ninja",       "samurai",
    "knight",        "wizard",       "merlin",       "gandalf",     "hobbit",
    "frodo",         "jesus",        "christ",       "heaven",      "angel",
    "angels",        "blessed",      "faith",        "mother",      "father",
    "family",        "brother",      "sister",       "baby",        "babygirl",
    "daddy",         "mummy",        "mylove",       "cutie",       "beautiful",
    "handsome",      "awesome",      "amazing",      "cool",        "money",
    "dollar",        "diamond",      "silver",       "gold",        "golden",
    "lucky",         "happy",        "smile",        "peanut",      "purple",
    "yellow",        "black",        "white",        "green",       "qwerty",
    "qwertz",        "azerty",       "qwertyuiop",   "qwertzuiop",  "azertyuiop",
    "asdf",          "asdfgh",       "asdfghjkl",    "zxcvbnm",     "yxcvbnm",
    "wxcvbn",        "qazwsx",       "qazwsxedc",    "qweasd",      "qweasdzxc",
    "qwe",           "qweqwe",       "asd",          "asdasd",      "zaq",
    "abc",           "abcd",         "abcabc",       "abcdef",      "abcdefg",
    "abcdefgh",      "test",         "testing",      "tester",      "testtest",
    "example",       "sample",       "demo",         "temp",        "temporary",
    "backgammon",    "gammon",       "alea",         "dice",        "doubling",
    "doublesix",     "checker",      "checkers",     "tavla",       "tavli",
    "nardy",         "nardi",        "tables",       "player",      "gamer",
    "game",          "games",        "jackpot",      "casino",      "poker",
    "chess",         "club",         "letsplay",     "letsgo",      "opensesame",
    "sesame",        "zugang",       "ordinateur",   "doudou",      "loulou",
    "chouchou",      "soleil",       "amour",        "monamour",    "teamo",
    "tequiero",      "tiamo",        "amore",        "estrella",    "schatz",
    "liebe",         "ichliebedich", "hase",         "maus",        "mausi",
    "privet",        "samara",       "natasha",      "marina",      "svetlana",
};

static char letter_of(char c)
{
    switch (c) {
    case '0': return 'o';
    case '1':
    case '!': return 'i';
    case '3': return 'e';
    case '4':
    case '@': return 'a';
    case '5':
    case '$': return 's';
    case '7': return 't';
    default: return (char)tolower((unsigned char)c);
    }
}

/* Writes the word between the digits and signs at both ends, in lower case. */
static void stem_of(const char *text, char out[STEM_SIZE])
{
    size_t from = 0, to = strlen(text), n = 0;
    while (from < to && !isalpha((unsigned char)text[from]) &&
           !strchr("@$", text[from]))
        from++;
    while (to > from && !isalpha((unsigned char)text[to - 1]) && text[to - 1] != '$')
        to--;
    for (; from < to && n + 1 < STEM_SIZE; from++) out[n++] = letter_of(text[from]);
    out[n] = '\0';
}

/* A repetition ("aaaaaaaa", "abcabcabc"), or a sequence ("12345678", "hgfedcba", with
 * wrap-around from 9 to 0). */
static bool is_pattern(const char *text)
{
    const size_t size = strlen(text);
    for (size_t period = 1; period <= 4 && period * 2 <= size; period++)
        if (memcmp(text, text + period, size - period) == 0) return true;
    for (int step = -1; step <= 1; step += 2) {
        size_t i = 1;
        while (i < size && (text[i] == text[i - 1] + step ||
                            (step > 0 && text[i] == '0' && text[i - 1] == '9') ||
                            (step < 0 && text[i] == '9' && text[i - 1] == '0')))
            i++;
        if (i == size) return true;
    }
    return false;
}

static bool only_digits(const char *text)
{
    return strspn(text, "0123456789 .-/") == strlen(text);
}

/* ---- keyboard walks ---- */

/* Column, in half keys, and row of a key of the American keyboard; false for others. */
static bool key_at(char c, int *column, int *row)
{
    static const char *const rows[] = {"1234567890-=", "qwertyuiop[]", "asdfghjkl;'",
                                       "zxcvbnm,./"};
    for (int i = 0; i < 4; i++) {
        const char *at = strchr(rows[i], tolower((unsigned char)c));
        if (!at || !c) continue;
        *column = 2 * (int)(at - rows[i]) + i;
        *row = i;
        return true;
    }
    return false;
}

static bool is_neighbour(char a, char b)
{
    int column[2], row[2];
    if (!key_at(a, &column[0], &row[0]) || !key_at(b, &column[1], &row[1]))
        return false;
    const int across = abs(column[0] - column[1]), down = abs(row[0] - row[1]);
    return (down == 0 && across <= 2) || (down == 1 && across <= 1);
}

/* "1q2w3e4r", "qazwsxedc", "zaq12wsx": neighbouring keys, with few jumps. */
static bool is_walk(const char *text)
{
    const size_t size = strlen(text);
    size_t jumps = 0;
    for (size_t i = 1; i < size; i++) jumps += !is_neighbour(text[i - 1], text[i]);
    return size >= 6 && jumps * 4 <= size;
}

/* ---- a published list ---- */

EMBED(char, server_common_passwords, ALEA_COMMON_PASSWORDS_FILE);

/* Case aside. */
static bool is_listed(const char *text, size_t size)
{
    char lower[PASSWORD_MOST * 4 + 1];
    for (size_t i = 0; i < size; i++) lower[i] = (char)tolower((unsigned char)text[i]);
    const char *line = sorted_line(server_common_passwords_start,
                                   server_common_passwords_end, lower, size);
    return line && strncmp(line, lower, size) == 0;
}

/* As published, or with one digit or sign after it. */
static bool is_published(const char *password)
{
    const size_t size = strlen(password);
    return is_listed(password, size) ||
           (size > PASSWORD_LEAST && !isalpha((unsigned char)password[size - 1]) &&
            is_listed(password, size - 1));
}

bool password_is_common(const char *password, const char *name)
{
    char stem[STEM_SIZE], of_name[STEM_SIZE];
    stem_of(password, stem);
    stem_of(name, of_name);
    const size_t length = strlen(stem), added = strlen(password) - length;
    if (is_pattern(password) || is_walk(password) || is_published(password))
        return true;
    if (only_digits(password) && strlen(password) < 12) return true;
    /* A word with much more than a year added to it is a different password. */
    if (added > 6) return false;
    if (length >= 3 && strcmp(stem, of_name) == 0) return true;
    if (length >= PASSWORD_LEAST && is_listed(stem, length)) return true;
    for (size_t i = 0; i < sizeof words / sizeof *words; i++) {
        if (strcmp(stem, words[i]) == 0) return true;
        /* A word twice. */
        const size_t n = strlen(words[i]);
        if (length == 2 * n && memcmp(stem, words[i], n) == 0 &&
            memcmp(stem + n, words[i], n) == 0)
            return true;
    }
    return false;
}
