#!/usr/bin/env bash
# Writes the man page of the command, made of what its --help says, to standard output.
# Usage: man_page.sh PROGRAM VERSION
set -euo pipefail
program=$1
version=$2

# roff: turns a page of --help into sections and tagged paragraphs.
roff() {
  awk '
    function escaped(text) {
      gsub(/\\/, "\\e", text)
      gsub(/-/, "\\-", text)
      gsub(/,/, ",\\:", text) # a long list may break after a comma
      sub(/^[.\047]/, "\\\\\\&&", text)
      return text
    }
    /^Usage:/ { sub(/^Usage: */, ""); print ".PP\n.B " escaped($0); next }
    /^[A-Z].*:$/ { sub(/:$/, ""); print ".PP\n.I " escaped($0); next }
    /^ +[^ ]/ {
      indent = match($0, /[^ ]/) - 1
      text = substr($0, indent + 1)
      if (indent > 8) { print escaped(text); next } # the description of a long name stands below it
      gap = match(text, /  +/)
      name = gap ? substr(text, 1, gap - 1) : text
      print ".TP\n.B " escaped(name)
      if (gap) print escaped(substr(text, gap + RLENGTH))
      next
    }
    NF { print ".PP\n" escaped($0) }
  '
}

# subcommands COMMAND...: the names below the last heading "Subcommands:" of its --help.
subcommands() {
  "$program" "$@" --help | awk '/^Subcommands:/ { on = 1; next } /^$/ { on = 0 } on && /^  [a-z]/ { print $1 }'
}

printf '.TH COLUMNAR 1 "" "columnar %s" "User Commands"\n.ad l\n.nh\n' "$version"
printf '.SH NAME\ncolumnar \\- sparse binary codes for the nodes of any graph\n.SH DESCRIPTION\n'
"$program" --help | roff
for command in $(subcommands); do
  printf '.SH "COLUMNAR %s"\n' "${command^^}"
  "$program" "$command" --help | roff
  for experiment in $(subcommands "$command"); do
    printf '.SH "COLUMNAR %s %s"\n' "${command^^}" "${experiment^^}"
    "$program" "$command" "$experiment" --help | roff
  done
done
printf '.SH EXIT STATUS\n0 on success; 2 for an error of the input, the flags or the output, with one line that says where; 1 for a bug.\n'
