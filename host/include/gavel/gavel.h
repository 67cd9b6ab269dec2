/* libgavel in C99: a referee between a language model and a game's state. A thin layer over the C++ headers beside
 * it; README.md there says what the words mean.
 *
 *   gavel_error* error = NULL;
 *   gavel_ruleset* rules = gavel_ruleset_load("my_game", NULL, &error);
 *   if (rules == NULL) { fprintf(stderr, "%s\n", error->message); gavel_error_free(error); }
 *
 * Failure. A function that can fail answers NULL (a handle) or GAVEL_FAILED, and sets *error to an error that the
 * caller frees. `error` may be NULL. Nothing throws, and nothing ends the process. A NULL where something must stand,
 * text that is no UTF-8, a struct without its size, and an unknown id are errors.
 *
 * Text. Arguments are UTF-8 with a NUL behind them; they are copied, never kept. Every text that comes out, as
 * `char**`, is the caller's, to be freed by gavel_text_free; on failure it is set to NULL. What a callback is shown is
 * valid until it returns. Values are JSON texts, by the names of the format.
 *
 * Handles. A ruleset and a host are freed by their owner, once; freeing NULL does nothing. They need not be freed in
 * any order: a host keeps what it needs of a ruleset.
 *
 * Structs begin with `size`, which the caller sets to sizeof the struct (GAVEL_INIT does, and clears the rest). Later
 * versions add members at the end only; a member that is 0 or NULL means the default.
 *
 * Threads. Any function may be called by any thread at any time, with these exceptions: nothing may be using a
 * handle while it is freed, and a callback must not be left by longjmp. What a C++ callback throws is caught. */
#ifndef GAVEL_GAVEL_H
#define GAVEL_GAVEL_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#ifndef GAVEL_API
#define GAVEL_API __attribute__((visibility("default")))
#endif

/* Grows with every version that adds something; never shrinks, and nothing is ever taken away. */
#define GAVEL_ABI_VERSION 2

/* gavel_turn_request request = GAVEL_INIT(gavel_turn_request); */
#ifdef __cplusplus
#define GAVEL_INIT(type) \
  {}
#define GAVEL_SIZE_OF(type) = sizeof(type)
#else
#define GAVEL_INIT(type) \
  { .size = sizeof(type) }
#define GAVEL_SIZE_OF(type)
#endif

typedef enum gavel_status { GAVEL_OK = 0, GAVEL_FAILED = 1 } gavel_status;

/* Its texts live as long as the error. */
typedef struct gavel_error {
  const char* code;    /* stable, "store.unknown_campaign": programs decide by it */
  const char* message; /* one sentence for people */
  const char* hint;    /* how to fix it; may be "" */
  const char* json;    /* all of it: {code, message, hint, file, line, column, rule, detail, problems} */
} gavel_error;

typedef struct gavel_ruleset gavel_ruleset; /* a game system */
typedef struct gavel_host gavel_host;       /* a store and the campaigns in it */

/* ---- the library */

GAVEL_API const char* gavel_version(void); /* "0.2.0"; static */
GAVEL_API uint32_t gavel_abi_version(void);
GAVEL_API void gavel_error_free(gavel_error* error);
GAVEL_API void gavel_text_free(char* text);

/* ---- the log: what the library notices while it works, to a function of the caller's */

typedef enum gavel_log_level {
  GAVEL_LOG_DEFAULT = 0, /* info */
  GAVEL_LOG_TRACE,
  GAVEL_LOG_DEBUG,
  GAVEL_LOG_INFO,
  GAVEL_LOG_WARN,
  GAVEL_LOG_ERROR,
  GAVEL_LOG_OFF
} gavel_log_level;

/* `event` is a name that stays, such as "store.opened"; `fields` a JSON object of texts and numbers. Nothing in them was
 * written by a player or a model. Called in whichever thread the event happens, the library's own included, by several
 * at once, until the handle is freed; it must not call the handle it was given to. */
typedef void (*gavel_log)(void* user, gavel_log_level level, const char* event, const char* fields);

/* ---- rulesets */

typedef struct gavel_ruleset_options {
  size_t size GAVEL_SIZE_OF(gavel_ruleset_options);
  const char* const* plugin_dirs; /* looked through behind the ruleset's own plugins; NULL-terminated */
  const char* const* schema_dirs; /* the same for schemas */
  void* user;                     /* given to `log` */
  gavel_log log;                  /* NULL: nothing is logged */
  gavel_log_level log_level;      /* what is below is not logged */
} gavel_ruleset_options;

/* The ruleset in a folder; of a name that begins with "gavel:", such as "gavel:rulesets/tabletop", one that comes
 * with Gavel. `options` may be NULL. Everything that is wrong with it stands in the error's json, as `problems`. */
GAVEL_API gavel_ruleset* gavel_ruleset_load(const char* folder, const gavel_ruleset_options* options,
                                            gavel_error** error);
/* {name, version, title, language, settings, tools, initial_state} */
GAVEL_API gavel_status gavel_ruleset_describe(const gavel_ruleset* rules, char** json, gavel_error** error);
GAVEL_API void gavel_ruleset_free(gavel_ruleset* rules);

/* ---- texts, without a store */

typedef struct gavel_judgement {
  size_t size GAVEL_SIZE_OF(gavel_judgement);
  const char* text;      /* what the model wrote */
  const char* user_text; /* what the player said before */
  const char* dialect;   /* NULL: auto */
  const char* actor;     /* who wrote `text`: model (NULL), player, operator */
  const char* turn;      /* its id; NULL: "t-1" */
  uint32_t attempt;      /* 0: 1 */
  const char* seed;      /* of the dice; NULL: "0" */
  int64_t now_ms;        /* milliseconds since 1970 */
} gavel_judgement;

/* Judges a text on `document`, {data, meta?} as JSON; NULL: the ruleset's initial state. `rules` may be NULL: every
 * dialect, no rules. *verdict and *after, the document afterwards, are the caller's. */
GAVEL_API gavel_status gavel_judge(const gavel_ruleset* rules, const char* document,
                                   const gavel_judgement* judgement, char** verdict, char** after,
                                   gavel_error** error);
/* {text, commands, left, notes}: the text with its commands in another dialect. */
GAVEL_API gavel_status gavel_convert(const char* text, const char* from, const char* to, char** json,
                                     gavel_error** error);
/* What a narration says against a state, a JSON array. `applied`: NULL, or an array of {tool, args}, the calls after
 * which the state is what it is. */
GAVEL_API gavel_status gavel_find_conflicts(const gavel_ruleset* rules, const char* narration, const char* state,
                                            const char* applied, char** json, gavel_error** error);

/* ---- campaigns */

typedef struct gavel_host_options {
  size_t size GAVEL_SIZE_OF(gavel_host_options);
  void* user; /* given to the callbacks */
  /* The time, in milliseconds since 1970; NULL: the machine's. Asked in the thread of the call that needs it. */
  int64_t (*clock)(void* user);
  /* Told of every turn that was committed, when it is durable, in the thread that took it. It can undo nothing. */
  void (*listener)(void* user, const char* campaign, const char* verdict);
  gavel_log log;                   /* NULL: nothing is logged */
  gavel_log_level log_level;       /* what is below is not logged */
  uint32_t slow_turn_milliseconds; /* from here on a turn is logged as slow; 0: 1000 */
} gavel_host_options;

/* The campaigns in a file, which is made where there is none; NULL: in memory. `options` may be NULL. */
GAVEL_API gavel_host* gavel_host_open(const char* file, const gavel_host_options* options, gavel_error** error);
GAVEL_API void gavel_host_free(gavel_host* host);

/* Begins a campaign. `fields`: NULL, or a JSON object with title, seed, selected, goal, milestone, settings, tools,
 * dialog. *json: the campaign; `json` may be NULL. */
GAVEL_API gavel_status gavel_create(gavel_host* host, const char* campaign, const gavel_ruleset* rules,
                                    const char* fields, char** json, gavel_error** error);

typedef struct gavel_turn_request {
  size_t size GAVEL_SIZE_OF(gavel_turn_request);
  const char* turn;       /* its id; NULL: the next free one, and then a resend is another turn */
  const char* user_text;  /* what the player said */
  const char* model_text; /* what the model answered; of gavel_play and gavel_prompt unused */
  const char* actor_id;   /* whose turn it is, of the party where there is one; NULL: the active actor */
  const char* dialect;    /* NULL: auto */
  const char* replaces;   /* re-rolls this turn */
  const char* language;   /* of the prompt: zh, en; NULL: the ruleset's */
  uint32_t tokens;        /* of the prompt; 0: the ruleset's */
} gavel_turn_request;

/* Takes a turn. Accepted or not, the answer is GAVEL_OK and the verdict says which; GAVEL_FAILED: nothing was stored.
 * The same request again is answered with the same verdict. */
GAVEL_API gavel_status gavel_turn(gavel_host* host, const char* campaign, const gavel_turn_request* request,
                                  char** verdict, gavel_error** error);
/* The request to the model that goes before a turn: {messages, tokens, …}. Changes nothing. */
GAVEL_API gavel_status gavel_prompt(gavel_host* host, const char* campaign, const gavel_turn_request* request,
                                    char** json, gavel_error** error);

/* What a model function is asked. */
typedef struct gavel_ask {
  size_t size GAVEL_SIZE_OF(gavel_ask);
  const char* campaign;
  const char* turn;
  uint32_t attempt;
  const char* prompt;   /* {messages, …} as gavel_prompt gives it, feedback of earlier attempts in it */
  const char* feedback; /* the messages of the last attempt alone, a JSON array */
} gavel_ask;

typedef struct gavel_reply gavel_reply; /* where the reply goes */

/* Sets the reply; it is copied. Bytes that are no UTF-8 are read as U+FFFD. Called twice, the last one counts. */
GAVEL_API gavel_status gavel_reply_set(gavel_reply* reply, const char* text, size_t length);

/* Asks the model, and gives its answer by gavel_reply_set. Anything but GAVEL_OK ends gavel_play with
 * `embedder.failed`; so does no reply. */
typedef gavel_status (*gavel_model)(void* user, const gavel_ask* ask, gavel_reply* reply);

/* A turn with the model in the loop: asks it, judges, asks again with what was wrong, until the turn is accepted or the
 * ruleset's attempts are used up (outcome "conflict_report"). *verdict: the last one. */
GAVEL_API gavel_status gavel_play(gavel_host* host, const char* campaign, const gavel_turn_request* request,
                                  gavel_model model, void* user, char** verdict, gavel_error** error);

/* ---- the timeline; *json is the campaign afterwards, and may be NULL */

/* To the state after a turn on the way here; "": the beginning. Until the next turn gavel_undo takes it back. */
GAVEL_API gavel_status gavel_rollback(gavel_host* host, const char* campaign, const char* turn, char** json,
                                      gavel_error** error);
GAVEL_API gavel_status gavel_undo(gavel_host* host, const char* campaign, char** json, gavel_error** error);
/* To any turn on any branch. */
GAVEL_API gavel_status gavel_restore(gavel_host* host, const char* campaign, const char* turn, char** json,
                                     gavel_error** error);
/* A branch of that name at a turn (NULL: where it stands); the campaign goes on there. */
GAVEL_API gavel_status gavel_branch(gavel_host* host, const char* campaign, const char* name, const char* turn,
                                    char** json, gavel_error** error);
/* Fields as gavel_create takes them, a JSON object; they hold from the next turn on. */
GAVEL_API gavel_status gavel_change(gavel_host* host, const char* campaign, const char* fields, char** json,
                                    gavel_error** error);

/* ---- looking and proving */

/* `what`: campaign, state, turns, timeline, verdict, settings, audit, or, with any campaign id or NULL, campaigns. `at`:
 * a turn, for state and verdict; NULL: now. */
GAVEL_API gavel_status gavel_show(gavel_host* host, const char* campaign, const char* what, const char* at,
                                  char** json, gavel_error** error);
/* Whether what is stored holds together; with `judge_anew`, also whether every turn comes out the same. *findings, a
 * JSON array of what does not, is "[]" where all is well. */
GAVEL_API gavel_status gavel_verify(gavel_host* host, const char* campaign, int judge_anew, char** findings,
                                    gavel_error** error);
/* Exchanges the rules and migrates the state; `dry_run`: only tells what would come of it. */
GAVEL_API gavel_status gavel_swap(gavel_host* host, const char* campaign, const gavel_ruleset* rules, int dry_run,
                                  char** json, gavel_error** error);
/* The whole campaign as one text; and back: *campaign is its id. */
GAVEL_API gavel_status gavel_export(gavel_host* host, const char* campaign, char** file, gavel_error** error);
GAVEL_API gavel_status gavel_import(gavel_host* host, const char* file, char** campaign, gavel_error** error);
/* Deletes a campaign with all its turns and branches; nothing brings it back. Also where what is stored of it is damaged. */
GAVEL_API gavel_status gavel_delete(gavel_host* host, const char* campaign, gavel_error** error);

#ifdef __cplusplus
}
#endif

#endif
