/* An evening on libgavel, in C99: a campaign in memory, a model that is held to the truth, a way back, and a proof.
 *
 *   evening GAME_FOLDER */

#include <stdio.h>
#include <string.h>

#include <gavel/gavel.h>

/* Says what failed, and gives the error back. */
static int failed(const char* what, gavel_error* error) {
  fprintf(stderr, "evening: %s: %s [%s]\n", what, error->message, error->code);
  if (error->hint[0] != '\0') fprintf(stderr, "  %s\n", error->hint);
  gavel_error_free(error);
  return 1;
}

/* A clock of our own, so that this evening is the same every time. */
static int64_t clock_of_ours(void* user) {
  int64_t* now = user;
  return *now += 60000;
}

/* The model. A real one is asked over its API, with ask->prompt; this one has learnt its lines, and its first is a lie:
 * it tells of a walk that it did not ask the game for. */
struct model {
  size_t next;
};

static const char* const lines[] = {
    "Kim walks out of the inn and into the chapel.",

    "Kim steps out onto the street.\n"
    "{\"tool_calls\": [{\"id\": \"call_1\", \"tool\": \"move\", \"args\": {\"actor_id\": \"kim\","
    " \"from_area_id\": \"inn\", \"to_area_id\": \"street\"}, \"reason\": \"Kim goes out\"}]}",

    "Maud laughs until she has to sit down.\n"
    "<variable_update>[[ADD, story.favour.maud, 20]]</variable_update>"};

static gavel_status answer(void* user, const gavel_ask* ask, gavel_reply* reply) {
  struct model* model = user;
  printf("  asked for %s, attempt %u, %s feedback\n", ask->turn, (unsigned)ask->attempt,
         strcmp(ask->feedback, "[]") == 0 ? "no" : "with");
  if (model->next == sizeof lines / sizeof *lines) return GAVEL_FAILED;
  const char* line = lines[model->next++];
  return gavel_reply_set(reply, line, strlen(line));
}

static int play(gavel_host* host, struct model* model, const char* turn, const char* said) {
  gavel_error* error = NULL;
  char* verdict = NULL;
  gavel_turn_request request = GAVEL_INIT(gavel_turn_request);
  request.turn = turn;
  request.user_text = said;
  printf("%s  \"%s\"\n", turn, said);
  if (gavel_play(host, "evening", &request, answer, model, &verdict, &error) != GAVEL_OK) return failed("play", error);
  /* Any JSON reader will do; this looks at one member. */
  printf("  %s\n", strstr(verdict, "\"outcome\":\"accepted\"") != NULL ? "accepted" : "not accepted");
  gavel_text_free(verdict);
  return 0;
}

static int show_state(gavel_host* host) {
  gavel_error* error = NULL;
  char* state = NULL;
  if (gavel_show(host, "evening", "state", NULL, &state, &error) != GAVEL_OK) return failed("show", error);
  const char* story = strstr(state, "\"story\":");
  const char* end = story == NULL ? NULL : strstr(story, "}}");
  if (end != NULL) printf("  %.*s}}\n", (int)(end - story), story);
  gavel_text_free(state);
  return 0;
}

static int prove(gavel_host* host) {
  gavel_error* error = NULL;
  char* findings = NULL;
  if (gavel_verify(host, "evening", 1, &findings, &error) != GAVEL_OK) return failed("verify", error);
  printf("verified and judged anew: %s\n", findings);
  const int wrong = strcmp(findings, "[]") != 0;
  gavel_text_free(findings);
  return wrong;
}

static int evening(gavel_host* host, const gavel_ruleset* rules) {
  gavel_error* error = NULL;
  struct model model = {0};
  if (gavel_create(host, "evening", rules, "{\"title\": \"An evening\", \"seed\": \"7\"}", NULL, &error) != GAVEL_OK)
    return failed("create", error);
  if (play(host, &model, "t-1", "I go out.") != 0) return 1;
  if (play(host, &model, "t-2", "I tell Maud a joke.") != 0) return 1;
  if (show_state(host) != 0) return 1;
  printf("back to t-1\n");
  if (gavel_rollback(host, "evening", "t-1", NULL, &error) != GAVEL_OK) return failed("rollback", error);
  if (show_state(host) != 0) return 1;
  printf("and forward again\n");
  if (gavel_undo(host, "evening", NULL, &error) != GAVEL_OK) return failed("undo", error);
  if (show_state(host) != 0) return 1;
  if (prove(host) != 0) return 1;
  if (gavel_delete(host, "evening", &error) != GAVEL_OK) return failed("delete", error);
  printf("deleted\n");
  return 0;
}

int main(int argc, char** argv) {
  if (argc != 2) {
    fprintf(stderr, "usage: evening GAME_FOLDER\n");
    return 2;
  }
  gavel_error* error = NULL;
  gavel_ruleset* rules = gavel_ruleset_load(argv[1], NULL, &error);
  if (rules == NULL) return failed("load", error);
  int64_t now = INT64_C(1760000000000);
  gavel_host_options options = GAVEL_INIT(gavel_host_options);
  options.user = &now;
  options.clock = clock_of_ours;
  gavel_host* host = gavel_host_open(NULL, &options, &error);
  const int code = host == NULL ? failed("open", error) : evening(host, rules);
  gavel_host_free(host);
  gavel_ruleset_free(rules);
  return code;
}
