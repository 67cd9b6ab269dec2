# Makes a C++ source of text files: cmake -D OUTPUT=… -D FOLDER=… -D FILES=a,b/c -D FUNCTION=… -P embed.cmake
string(REPLACE "," ";" files "${FILES}")
set(rows "")
foreach(name IN LISTS files)
  file(READ "${FOLDER}/${name}" text)
  string(APPEND rows "    {\"${name}\", R\"gavel(${text})gavel\"},\n")
endforeach()
file(WRITE "${OUTPUT}" "// Made by host/embed.cmake of the files in ${FOLDER}.
#include \"state/embedded.hpp\"

namespace gavel {

std::span<const EmbeddedFile> ${FUNCTION}();
std::span<const EmbeddedFile> ${FUNCTION}() {
  static constexpr EmbeddedFile kAll[] = {
${rows}  };
  return kAll;
}

}  // namespace gavel
")
