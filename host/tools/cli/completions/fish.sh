# Completions of gavel for fish: gavel completions fish | source
# Rows: where|command, option or word|name|values|what it is
set -g __gavel_rows \
{{table}}

# Whether the words typed so far lead to this command.
function __gavel_at
    set -l place gavel
    set -l typed (commandline -opc)
    for word in $typed[2..-1]
        if string match -q -- "$place|command|$word|*" $__gavel_rows
            set place "$place $word"
        end
    end
    test "$place" = "$argv[1]"
end

for row in $__gavel_rows
    set -l field (string split '|' -- $row)
    set -l here "__gavel_at '$field[1]'"
    switch $field[2]
        case command
            complete -c gavel -n $here -f -a $field[3] -d $field[5]
        case word
            complete -c gavel -n $here -f -a $field[4] -d $field[5]
        case option
            set -l name (string replace -r '^--' '' -- $field[3])
            switch $field[4]
                case ''
                    complete -c gavel -n $here -l $name -d $field[5]
                case file
                    complete -c gavel -n $here -l $name -r -F -d $field[5]
                case dir
                    complete -c gavel -n $here -l $name -x -a '(__fish_complete_directories)' -d $field[5]
                case text
                    complete -c gavel -n $here -l $name -x -d $field[5]
                case '*'
                    complete -c gavel -n $here -l $name -x -a $field[4] -d $field[5]
            end
    end
end
