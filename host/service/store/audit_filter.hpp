// AuditFilter: which records of a turn's audit a query means. Records stay in one text for each turn, so that
// a commit writes one row and no index; a search looks through the texts, and reads as JSON only those in
// which every word that it asks for occurs.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "base/result.hpp"
#include "state/json.hpp"
#include "store/requests.hpp"

namespace gavel {

class AuditFilter {
 public:
  struct Match {
    std::size_t index = 0;
    Json record;
  };

  // REQUIRES: the query outlives the filter.
  explicit AuditFilter(const AuditQuery& query);

  // `store.corrupt` where the audit is not an array of objects.
  Result<std::vector<Match>> matches(std::string_view turn, const std::string& audit) const;

 private:
  bool matches(const Json& record) const;
  bool touches(const Json& record) const;

  const AuditQuery& query_;
  std::vector<std::string> words_;  // each must occur in the text of an audit that holds a match
  std::string dotted_;              // the query's path
};

}  // namespace gavel
