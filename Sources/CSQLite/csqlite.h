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

/// Copies the log into the database after a commit, if the log has as many pages as with SQLite's
/// own checkpoints. Those ignore their errors.
static inline int csqlite_checkpoint(void *has_failed, sqlite3 *connection, const char *database,
                                     int pages) {
  if (pages < 1000) return SQLITE_OK;
  int code = sqlite3_wal_checkpoint_v2(connection, database, SQLITE_CHECKPOINT_PASSIVE, (int *)0,
                                       (int *)0);
  int kind = code & 0xff;
  if (kind != SQLITE_OK && kind != SQLITE_BUSY && kind != SQLITE_LOCKED) *(int *)has_failed = 1;
  return SQLITE_OK;
}

/// Sets a number to 1 whenever a checkpoint after a commit fails. The number must outlive the
/// connection.
static inline void csqlite_checkpoint_after_commits(sqlite3 *connection, int *has_failed) {
  sqlite3_wal_hook(connection, csqlite_checkpoint, has_failed);
}

/// Switches off SQLite's memory statistics, which take a lock for each allocation. Works only
/// before the first connection is opened.
static inline int csqlite_keep_no_statistics(void) {
  return sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
}

#endif
