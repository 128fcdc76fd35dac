/* The hashing thread and its two queues. */
#include "passwords.h"

#include <pthread.h>
#include <sodium.h>
#include <stdlib.h>
#include <string.h>

struct passwords {
    server *s;
    pthread_t thread;
    pthread_mutex_t mutex;
    pthread_cond_t more;
    password_task *waiting, *done;
    int count;
    bool stopping;
};

bool password_hash(const char *password, char out[128])
{
    return crypto_pwhash_str(out, password, strlen(password),
                             crypto_pwhash_OPSLIMIT_INTERACTIVE,
                             crypto_pwhash_MEMLIMIT_INTERACTIVE) == 0;
}

/* An unknown name costs the same time as a wrong password: what is compared then is a
 * hash of nobody's. */
static const char *hash_of_nobody(void)
{
    return "$argon2id$v=19$m=65536,t=2,p=1$T9bjc5m0LcFcHTqZ4U6c9A$"
           "7WZ8fbSkGfbs8hZLbF8ym4bR3QXvkq6Pvq3iYyJx7dE";
}

static void hash_task(password_task *task)
{
    if (*task->check) {
        const bool known = *task->user.password_hash != '\0';
        const char *hash = known ? task->user.password_hash : hash_of_nobody();
        task->matches =
            crypto_pwhash_str_verify(hash, task->check, strlen(task->check)) == 0 &&
            known;
    }
    if (*task->make && (!*task->check || task->matches) &&
        !password_hash(task->make, task->made))
        task->made[0] = '\0';
    sodium_memzero(task->check, sizeof task->check);
    sodium_memzero(task->make, sizeof task->make);
}

static void *work(void *context)
{
    passwords *p = context;
    pthread_mutex_lock(&p->mutex);
    while (!p->stopping) {
        password_task *task = p->waiting;
        if (!task) {
            pthread_cond_wait(&p->more, &p->mutex);
            continue;
        }
        p->waiting = task->next;
        pthread_mutex_unlock(&p->mutex);
        hash_task(task);
        pthread_mutex_lock(&p->mutex);
        task->next = p->done;
        p->done = task;
        if (p->s->up.wake) p->s->up.wake(p->s);
    }
    pthread_mutex_unlock(&p->mutex);
    return NULL;
}

passwords *passwords_open(server *s)
{
    passwords *p = calloc(1, sizeof *p);
    if (!p) return NULL;
    p->s = s;
    pthread_mutex_init(&p->mutex, NULL);
    pthread_cond_init(&p->more, NULL);
    if (pthread_create(&p->thread, NULL, work, p) == 0) return p;
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->mutex);
    free(p);
    return NULL;
}

static void free_tasks(password_task *task)
{
    while (task) {
        password_task *next = task->next;
        sodium_memzero(task, sizeof *task);
        free(task);
        task = next;
    }
}

void passwords_close(passwords *p)
{
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    p->stopping = true;
    pthread_cond_signal(&p->more);
    pthread_mutex_unlock(&p->mutex);
    pthread_join(p->thread, NULL);
    free_tasks(p->waiting);
    free_tasks(p->done);
    pthread_cond_destroy(&p->more);
    pthread_mutex_destroy(&p->mutex);
    free(p);
}

static void finish(server *s, password_task *task, http_reply *reply)
{
    task->ended(s, task, reply);
    sodium_memzero(task, sizeof *task);
    free(task);
}

void passwords_add(server *s, password_task *task, http_reply *reply)
{
    passwords *p = s->secrets;
    task->next = NULL;
    task->request.body = NULL;
    task->request.body_size = 0;
    if (!p || !task->request.ticket) {
        hash_task(task);
        finish(s, task, reply);
        return;
    }
    pthread_mutex_lock(&p->mutex);
    const bool room = p->count < PASSWORDS_WAITING;
    if (room) {
        password_task **last = &p->waiting;
        while (*last) last = &(*last)->next;
        *last = task;
        p->count++;
        pthread_cond_signal(&p->more);
    }
    pthread_mutex_unlock(&p->mutex);
    if (room) {
        reply->later = true;
        return;
    }
    sodium_memzero(task, sizeof *task);
    free(task);
    reply->retry_after_s = 5;
    http_refuse(reply, 503, "busy", "Too many are signing in at this moment.");
}

void passwords_poll(server *s)
{
    passwords *p = s->secrets;
    if (!p) return;
    pthread_mutex_lock(&p->mutex);
    password_task *done = p->done;
    p->done = NULL;
    for (password_task *t = done; t; t = t->next) p->count--;
    pthread_mutex_unlock(&p->mutex);
    while (done) {
        password_task *next = done->next;
        http_reply reply = {0};
        const uint32_t ticket = done->request.ticket;
        finish(s, done, &reply);
        s->up.answer(s, ticket, &reply);
        done = next;
    }
}
