# Completions of gavel for bash: source <(gavel completions bash)
# Rows: where|command, option or word|name|values|what it is
_gavel_table='
{{table}}
'

_gavel() {
  local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD - 1]} place=gavel
  local where kind name values about wanted= words=() options=() i
  # bash takes --format=json apart.
  if [[ $cur == = ]]; then
    cur=
  elif [[ $prev == = ]]; then
    prev=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  for ((i = 1; i < COMP_CWORD; i++)); do
    [[ $_gavel_table == *$'\n'"$place|command|${COMP_WORDS[i]}|"* ]] && place+=" ${COMP_WORDS[i]}"
  done
  while IFS='|' read -r where kind name values about; do
    [[ $where == "$place" ]] || continue
    case $kind in
      command) words+=("$name") ;;
      word) words+=($values) ;;
      option)
        options+=("$name")
        [[ $name == "$prev" ]] && wanted=$values
        ;;
    esac
  done <<<"$_gavel_table"
  COMPREPLY=()
  case $wanted in
    dir)
      compopt -o filenames 2>/dev/null
      mapfile -t COMPREPLY < <(compgen -d -- "$cur")
      ;;
    text) ;;
    '' | file)
      if [[ -z $wanted && $cur == -* ]]; then
        mapfile -t COMPREPLY < <(compgen -W "${options[*]}" -- "$cur")
      elif [[ -z $wanted && ${#words[@]} -gt 0 ]]; then
        mapfile -t COMPREPLY < <(compgen -W "${words[*]}" -- "$cur")
      else
        compopt -o filenames 2>/dev/null
        mapfile -t COMPREPLY < <(compgen -f -- "$cur")
      fi
      ;;
    *) mapfile -t COMPREPLY < <(compgen -W "$wanted" -- "$cur") ;;
  esac
}

complete -F _gavel gavel
