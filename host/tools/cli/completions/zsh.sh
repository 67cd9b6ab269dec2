#compdef gavel
# Completions of gavel for zsh: source <(gavel completions zsh)
# Rows: where|command, option or word|name|values|what it is
_gavel_table='
{{table}}
'

_gavel() {
  local place=gavel previous=${words[CURRENT-1]} wanted= row i
  local -a commands options choices fields
  for ((i = 2; i < CURRENT; i++)); do
    [[ $_gavel_table == *$'\n'"$place|command|${words[i]}|"* ]] && place+=" ${words[i]}"
  done
  for row in "${(@f)_gavel_table}"; do
    fields=("${(@s:|:)row}")
    [[ ${fields[1]} == "$place" ]] || continue
    case ${fields[2]} in
      command) commands+=("${fields[3]}:${fields[5]}") ;;
      word) choices+=(${=fields[4]}) ;;
      option)
        options+=("${fields[3]}:${fields[5]}")
        [[ ${fields[3]} == "$previous" ]] && wanted=${fields[4]}
        ;;
    esac
  done
  case $wanted in
    dir) _files -/ ;;
    file) _files ;;
    text) ;;
    '')
      if [[ ${words[CURRENT]} == -* ]]; then
        _describe option options
      elif (( ${#commands} )); then
        _describe command commands
      elif (( ${#choices} )); then
        compadd -- $choices
      else
        _files
      fi
      ;;
    *) compadd -- ${=wanted} ;;
  esac
}

compdef _gavel gavel
