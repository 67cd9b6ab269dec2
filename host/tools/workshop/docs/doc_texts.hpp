// What is in the folder texts, compiled in.
#pragma once

#include <span>

#include "state/embedded.hpp"

namespace gavel {

std::span<const EmbeddedFile> doc_texts();

}  // namespace gavel
