// What plugins of Gavel may write: the vocabulary that the sandbox is given, with the check of every kind's
// registrations in it. What each word means to people stands in words_texts.hpp.
#pragma once

#include "lua/vocabulary.hpp"

namespace gavel {

const Vocabulary& vocabulary();

}  // namespace gavel
