// The completion scripts. Each script calls the program to get the words that fit at the cursor
// (`longform __complete WORDS… WORD`). The script itself searches for files, because each shell
// quotes the names of files differently.

import Arguments

/// A shell for which there is a completion script.
enum Shell: String, CaseIterable, ExpressibleByArgument {
  case bash, zsh, fish

  /// The path of the script below an installation's prefix.
  var installedPath: String {
    switch self {
    case .bash: "share/bash-completion/completions/longform"
    case .zsh: "share/zsh/site-functions/_longform"
    case .fish: "share/fish/vendor_completions.d/longform.fish"
    }
  }

  /// The completion script for the shell.
  var script: String {
    switch self {
    case .bash: Shell.bashScript
    case .zsh: Shell.zshScript
    case .fish: Shell.fishScript
    }
  }

  private static let bashScript = #"""
    # Completions of longform for bash; made by: longform completions bash

    _longform() {
      local line=${COMP_LINE:0:COMP_POINT} gap word text help directive ending
      local -a words=()
      # bash splits words at = : and @ too; a text without white space is one word.
      for word in "${COMP_WORDS[@]:0:COMP_CWORD+1}"; do
        gap=${line%%[^[:space:]]*}
        line=${line:${#gap}}
        word=${line:0:${#word}}
        line=${line:${#word}}
        if [[ -n $gap || ${#words[@]} -eq 0 ]]; then words+=("$word"); else words[-1]+=$word; fi
      done
      local current=${words[-1]} program=${words[0]/#\~\//$HOME/}
      current=${current#[\"\']}
      current=${current//\\/}
      local value=$current before=
      if [[ $current == --*=* ]]; then
        value=${current#*=}
        before=${current%%=*}=
      fi

      COMPREPLY=()
      {
        read -r directive
        [[ $directive == none ]] || compopt -o filenames
        while IFS=$'\t' read -r text help; do
          [[ $text == "$value"* ]] || continue
          [[ $text == *= ]] && compopt -o nospace
          # As file names readline quotes them itself; inside quotes every character is plain.
          [[ $directive == none && ${words[-1]} != [\"\']* ]] && printf -v text %q "$text"
          COMPREPLY+=("$before$text")
        done
      } < <("$program" __complete "${words[@]:1:${#words[@]}-2}" "$current" 2>/dev/null)
      case $directive in
        files*)
          ending=${directive#files}
          ending=${ending# }
          while IFS= read -r text; do
            if [[ -z $ending || $text == *."$ending" || -d ${text/#\~\//$HOME/} ]]; then
              COMPREPLY+=("$before$text")
            fi
          done < <(compgen -f -- "$value")
          ;;
        directories)
          while IFS= read -r text; do COMPREPLY+=("$before$text"); done < <(compgen -d -- "$value")
          ;;
      esac

      # readline keeps the text before the last character that splits words.
      local kept="" breaks='=:@' index
      for ((index = 0; index < ${#breaks}; index++)); do
        text=${breaks:index:1}
        [[ $COMP_WORDBREAKS == *"$text"* && $current == *"$text"* ]] || continue
        word=${current%"${current##*"$text"}"}
        # An @ itself is a part of the word that readline completes.
        [[ $text == @ ]] && word=${word%@}
        if ((${#word} > ${#kept})); then kept=$word; fi
      done
      if [[ -n $kept ]]; then COMPREPLY=("${COMPREPLY[@]#"$kept"}"); fi
    }
    complete -F _longform longform

    """#

  private static let zshScript = #"""
    #compdef longform
    # Completions of longform for zsh; made by: longform completions zsh

    _longform() {
      local -a lines described ending
      local line word directive program=${words[1]/#\~\//$HOME/} result=1
      lines=("${(@f)$("$program" __complete "${(@Q)words[2,CURRENT-1]}" "${(Q)IPREFIX}${(Q)PREFIX}" 2>/dev/null)}")
      directive=$lines[1]
      shift lines
      [[ $PREFIX == --*=* ]] && compset -P 1 '*='
      for line in $lines; do
        word=${line%%$'\t'*}
        [[ $word == *= ]] && ending=(-S '')
        described+=("${word//:/\\:}:${line#*$'\t'}")
      done
      if (( $#described )); then
        _describe -V -t values 'longform' described "${ending[@]}" && result=0
      fi
      case $directive in
        (files\ *) _files -g "*.${directive#files }(-.)" && result=0 ;;
        (files) _files && result=0 ;;
        (directories) _files -/ && result=0 ;;
      esac
      return result
    }

    if [[ $funcstack[1] == _longform ]]; then
      _longform "$@"
    else
      compdef _longform longform
    fi

    """#

  private static let fishScript = #"""
    # Completions of longform for fish; made by: longform completions fish

    function __longform_complete
        set -l words (commandline -opc)
        set -l current (commandline -ct)
        set -l program (string replace -r '^~/' "$HOME/" -- $words[1])
        set -l plain (string unescape -- "$current")
        or set plain "$current"
        set -l reply ($program __complete $words[2..] "$plain" 2>/dev/null)
        or return
        set -l before ''
        set -l value "$current"
        if string match -qr '^--[^=]+=' -- "$current"
            set before (string replace -r '=.*' '=' -- "$current")
            set value (string replace -r '^[^=]*=' '' -- "$current")
        end
        for line in $reply[2..]
            printf '%s%s\n' $before $line
        end
        test "$reply[1]" = none
        and return
        set -l paths (complete -C "__longform_no_such_command $value")
        # Without a path string would read standard input.
        set -q paths[1]
        or return
        switch $reply[1]
            case directories
                string match -r '^[^\t]*/(?:\t.*)?$' -- $before$paths
            case files
                string match '*' -- $before$paths
            case 'files *'
                set -l ending (string replace 'files ' '' -- $reply[1])
                string match -r '^[^\t]*(?:/|\.'$ending')(?:\t.*)?$' -- $before$paths
        end
    end

    complete -c longform -f -a '(__longform_complete)'

    """#
}
