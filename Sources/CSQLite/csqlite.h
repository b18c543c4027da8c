// SQLite, and functions that replace macros of its header, because Swift cannot import these
// macros.

#ifndef CSQLITE_H
#define CSQLITE_H

#include <sqlite3.h>

/// Binds a text or blob, which SQLite copies.
static inline int csqlite_bind_text(sqlite3_stmt *statement, int place, const char *text,
                                    sqlite3_uint64 count) {
  return sqlite3_bind_text64(statement, place, text, count, SQLITE_TRANSIENT, SQLITE_UTF8);
}
static inline int csqlite_bind_blob(sqlite3_stmt *statement, int place, const void *bytes,
                                    sqlite3_uint64 count) {
  return sqlite3_bind_blob64(statement, place, bytes, count, SQLITE_TRANSIENT);
}

/// Sets whether closing a connection copies the log into the database and then removes the log.
static inline int csqlite_empty_log_at_close(sqlite3 *connection, int empties) {
  return sqlite3_db_config(connection, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, !empties, (int *)0);
}

/// Switches off SQLite's memory statistics, which take a lock for each allocation. Works only
/// before the first connection is opened.
static inline int csqlite_keep_no_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
