/* What a C program may do wrong with an installed libgavel, in C alone: each is an error, and nothing is lost. */

#include <stdio.h>
#include <string.h>

#include <gavel/gavel.h>

static int wrong = 0;

static void check(int holds, const char* what) {
  if (holds) return;
  printf("WRONG: %s\n", what);
  wrong = 1;
}

static void failed_with(gavel_status status, gavel_error* error, const char* code, const char* what) {
  check(status == GAVEL_FAILED && error != NULL && strcmp(error->code, code) == 0, what);
  if (error != NULL && strcmp(error->code, code) != 0) printf("  it was %s: %s\n", error->code, error->message);
  gavel_error_free(error);
}

static int asked = 0;

/* A model that talks nonsense, and never stops. */
static gavel_status nonsense(void* user, const gavel_ask* ask, gavel_reply* reply) {
  static const char bytes[] = "\xff\xfe{\"tool_calls\": [{\"tool\": \"fly\"}]} {{{[[[ <UpdateVariable>_.set(";
  (void)user;
  (void)ask;
  ++asked;
  return gavel_reply_set(reply, bytes, sizeof bytes);
}

static void misuse(gavel_host* host, const gavel_ruleset* rules) {
  gavel_error* error = NULL;
  char* text = NULL;
  gavel_turn_request request = GAVEL_INIT(gavel_turn_request);
  gavel_status status = gavel_create(host, "c", NULL, NULL, NULL, &error);
  failed_with(status, error, "usage", "a campaign without rules");
  status = gavel_create(host, "", rules, NULL, NULL, &error);
  failed_with(status, error, "usage", "a campaign without an id");
  check(gavel_create(host, "c", rules, NULL, NULL, NULL) == GAVEL_OK, "a campaign");
  status = gavel_create(host, "c", rules, NULL, NULL, &error);
  failed_with(status, error, "store.exists", "the same campaign");
  status = gavel_show(host, "d", "state", NULL, &text, &error);
  failed_with(status, error, "store.unknown_campaign", "a campaign that is not there");
  check(text == NULL, "nothing was answered");
  status = gavel_show(host, "c", "state", "t-9", &text, &error);
  failed_with(status, error, "store.unknown", "a turn that is not there");
  request.turn = "t-1";
  status = gavel_turn(host, "c", &request, &text, &error);
  failed_with(status, error, "usage", "a turn without a model's text");
  request.size = 1;
  status = gavel_turn(host, "c", &request, &text, &error);
  failed_with(status, error, "usage", "a request of no size");
  request.size = sizeof request;
  request.user_text = "I wait.";
  check(gavel_play(host, "c", &request, nonsense, NULL, &text, &error) == GAVEL_OK, "a model that talks nonsense");
  check(text != NULL && strstr(text, "\"outcome\":\"conflict_report\"") != NULL, "ends with a report");
  check(asked == 3, "after as many attempts as the ruleset allows");
  gavel_text_free(text);
  check(gavel_verify(host, "c", 1, &text, NULL) == GAVEL_OK && strcmp(text, "[]") == 0, "and the campaign is whole");
  gavel_text_free(text);
}

int main(int argc, char** argv) {
  if (argc != 2) return 2;
  check(gavel_abi_version() >= GAVEL_ABI_VERSION, "the library is as new as the header");
  gavel_ruleset* rules = gavel_ruleset_load(argv[1], NULL, NULL);
  gavel_host* host = gavel_host_open(NULL, NULL, NULL);
  check(rules != NULL && host != NULL, "a host and a game");
  if (wrong) return 1;
  misuse(host, rules);
  gavel_ruleset_free(rules); /* before the host: it keeps what it needs */
  char* verdict = NULL;
  gavel_turn_request request = GAVEL_INIT(gavel_turn_request);
  request.turn = "t-2";
  request.model_text = "Nothing happens.";
  check(gavel_turn(host, "c", &request, &verdict, NULL) == GAVEL_OK, "a turn after its rules were freed");
  gavel_text_free(verdict);
  gavel_host_free(host);
  if (!wrong) printf("every misuse was an error\n");
  return wrong;
}
