#include "store/hash.hpp"

#include "row_checksum.hpp"
#include "sha256.hpp"

namespace gavel {

std::string sha256_hex(std::string_view bytes) {
  Sha256 sha;
  sha.add(bytes);
  return sha.hex();
}

std::string chain_hash(std::string_view previous, std::string_view record) {
  Sha256 sha;
  sha.add(previous);
  sha.add(record);
  return sha.hex();
}

std::string checksum_of(std::initializer_list<std::string_view> columns) {
  Sha256 sha;
  for (const std::string_view column : columns) sha.add_sized(column);
  return sha.finish();
}

std::string checksum_of(const Turn& turn) {
  return checksum_of({turn.id, turn.parent, turn.branch, std::to_string(turn.version),
                      std::to_string(turn.attempt), turn.text_hash, turn.previous, turn.hash,
                      std::to_string(turn.time.ms), turn.verdict, turn.audit});
}

std::string checksum_of(const Attempt& attempt) {
  return checksum_of({attempt.turn, std::to_string(attempt.number), attempt.text_hash,
                      attempt.last ? "1" : "0", std::to_string(attempt.time.ms), attempt.record,
                      attempt.verdict});
}

std::string checksum_of(const Checkpoint& checkpoint) {
  return checksum_of(
      {checkpoint.turn, checkpoint.label, std::to_string(checkpoint.time.ms), checkpoint.bytes});
}

std::string bound_checksum(std::string_view checksum, std::string_view hash) {
  return checksum_of({hash, checksum});
}

std::string checksum_of(const Branch& branch) {
  return checksum_of({branch.id, branch.parent, branch.fork_turn, std::to_string(branch.fork_version),
                      branch.fork_hash, branch.label});
}

std::string checksum_of(std::string_view campaign, const Head& head, std::string_view record) {
  return checksum_of({campaign, head.branch, std::to_string(head.version), head.turn, head.hash,
                      std::to_string(head.revision), record});
}

}  // namespace gavel
