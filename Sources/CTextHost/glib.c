// SPDX-License-Identifier: MIT
#include "moonreel_text.h"

static void (*listener)(const char *sentence);

static GLogWriterOutput tell(
    GLogLevelFlags level, const GLogField *fields, gsize count, gpointer data) {
  (void)data;
  if ((level & G_LOG_LEVEL_MASK) > G_LOG_LEVEL_WARNING) return G_LOG_WRITER_HANDLED;
  for (gsize i = 0; i < count; i++) {
    if (!g_str_equal(fields[i].key, "MESSAGE")) continue;
    // A length of -1 says that the text ends in a zero.
    const char *text = fields[i].value;
    char *copy = fields[i].length < 0 ? g_strdup(text) : g_strndup(text, (gsize)fields[i].length);
    listener(copy);
    g_free(copy);
  }
  return G_LOG_WRITER_HANDLED;
}

void mr_glib_listen(void (*say)(const char *sentence)) {
  if (listener) return;
  listener = say;
  g_log_set_writer_func(tell, NULL, NULL);
}
