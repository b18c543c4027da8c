// Names of variables that a shell, the loader or the C library reads or sets itself. An answer in
// such a variable would change how programs work, or would be overwritten.
//
// Sources: the manual pages dash(1), bash(1), ksh93(1), zshparam(1), ld.so(8), environ(7),
// locale(7), resolver(5), malloc(3), and the manual of glibc.

/// The names of variables that no answer may have.
enum ReservedNames {
  /// A reserved name, such as `PATH`, among the variable names that rows with this pattern of names
  /// can have; nil if there is none.
  static func name(matching pattern: VariablePattern) -> String? {
    let head = pattern.head
    if prefixes.contains(where: { head.starts(with: $0.utf8) }) { return pattern.example }
    // Only names that begin with the pattern's head can match, so few names must be compared.
    return names.first { $0.utf8.starts(with: head) && pattern.matches($0.utf8) }
  }

  /// The reserved prefixes: all names that begin with one of them are reserved.
  private static let prefixes = [
    // ld.so and the C library
    "LD_", "GLIBC_", "GCONV_", "MALLOC_", "MUSL_", "LC_", "RES_", "RESOLV_", "MEMUSAGE_",
    "PCPROFILE_", "SEGFAULT_", "SOTRUSS_",
    // shells
    "BASH_", "COMP_", "ZSH_", "KSH_", "ZLE_", "READLINE_",
  ]

  private static let names = [
    // POSIX: read and set by a shell
    "CDPATH", "COLUMNS", "EDITOR", "ENV", "FCEDIT", "HISTFILE", "HISTSIZE", "HOME", "IFS", "LANG",
    "LANGUAGE", "LINENO", "LINES", "LOGNAME", "MAIL", "MAILCHECK", "MAILPATH", "NLSPATH",
    "OLDPWD", "OPTARG", "OPTERR", "OPTIND", "PATH", "PPID", "PS0", "PS1", "PS2", "PS3", "PS4",
    "PWD", "SHELL", "TERM", "TERMCAP", "TERMINFO", "TERMINFO_DIRS", "TMPDIR", "TZ", "TZDIR",
    "USER", "VISUAL", "_",
    // dash
    "ATTY", "POSIXLY_CORRECT", "PSDEBUG",
    // bash
    "AUTO_RESUME", "BASH", "BASHOPTS", "BASHPID", "CHILD_MAX", "COMPREPLY", "COPROC",
    "DIRSTACK", "EMACS", "EPOCHREALTIME", "EPOCHSECONDS", "EUID", "EXECIGNORE", "FIGNORE",
    "FUNCNAME", "FUNCNEST", "GLOBIGNORE", "GLOBSORT", "GROUPS", "HISTCHARS", "HISTCMD",
    "HISTCONTROL", "HISTFILESIZE", "HISTIGNORE", "HISTTIMEFORMAT", "HOSTFILE", "HOSTNAME",
    "HOSTTYPE", "IGNOREEOF", "INPUTRC", "INSIDE_EMACS", "MACHTYPE", "MAPFILE", "OSTYPE",
    "PIPESTATUS", "PROMPT_COMMAND", "PROMPT_DIRTRIM", "RANDOM", "REPLY", "SECONDS", "SHELLOPTS",
    "SHLVL", "SRANDOM", "TIMEFORMAT", "TMOUT", "UID",
    // ksh93, mksh
    "EXECSHELL", "FPATH", "HISTEDIT", "JOBMAX", "KSHEGID", "KSHGID", "KSHUID", "PGRP",
    "SH_OPTIONS",
    // zsh
    "ARGC", "ARGV0", "BAUD", "CORRECT_IGNORE", "CORRECT_IGNORE_FILE", "CPUTYPE", "EGID", "ERRNO",
    "GID", "HOST", "KEYBOARD_HACK", "KEYTIMEOUT", "LISTMAX", "LOGCHECK", "MODULE_PATH",
    "NULLCMD", "POSTEDIT", "PROMPT", "PROMPT2", "PROMPT3", "PROMPT4", "PROMPT_EOL_MARK",
    "READNULLCMD", "REPORTMEMORY", "REPORTTIME", "RPROMPT", "RPROMPT2", "RPS1", "RPS2",
    "SAVEHIST", "SPROMPT", "STTY", "TIMEFMT", "TRY_BLOCK_ERROR", "TRY_BLOCK_INTERRUPT", "TTY",
    "TTYIDLE", "USERNAME", "VENDOR", "WATCH", "WATCHFMT", "WORDCHARS", "ZBEEP", "ZDOTDIR",
    // the C library
    "ARGP_HELP_FMT", "CHARSETALIASDIR", "DATEMSK", "GETCONF_DIR", "GMON_OUT_PREFIX",
    "HOSTALIASES", "I18NPATH", "LIBC_FATAL_STDERR_", "LOCALDOMAIN", "LOCPATH", "MSGVERB",
    "NIS_PATH", "OUTPUT_CHARSET", "SEV_LEVEL", "TEXTDOMAIN", "TEXTDOMAINDIR",
  ]
}
