#include "rules/call_signature.hpp"

#include "rules/call_name.hpp"
#include "state/json_writer.hpp"

#include "fingerprint.hpp"

namespace gavel {

std::string call_signature(const Command& command) {
  constexpr std::size_t kMostName = 128;  // bytes
  constexpr std::size_t kMostArguments = 256;
  const bool given = command.value && !command.value->is_null();
  std::string arguments = given ? canonical(*command.value) : "{}";
  if (arguments.size() > kMostArguments) arguments = "#" + fingerprint(arguments);
  std::string name = call_name(command);
  if (name.size() > kMostName) name = "#" + fingerprint(name);
  return name + " " + arguments;
}

}  // namespace gavel
