#include <mutex>
#include <vector>

#include "lua/program.hpp"
#include "lua/sandbox.hpp"

namespace gavel {

struct SandboxPool::State {
  std::shared_ptr<const Program> program;
  std::size_t most_idle;
  std::mutex mutex;
  std::vector<std::unique_ptr<Sandbox>> idle;
};

SandboxPool::SandboxPool(std::shared_ptr<const Program> program, std::size_t most_idle)
    : state_(new State{std::move(program), most_idle, {}, {}}) {}

SandboxPool::~SandboxPool() = default;

Result<std::unique_ptr<Sandbox>> SandboxPool::take() {
  {
    const std::scoped_lock lock(state_->mutex);
    if (!state_->idle.empty()) {
      std::unique_ptr<Sandbox> sandbox = std::move(state_->idle.back());
      state_->idle.pop_back();
      return sandbox;
    }
  }
  return state_->program->make();
}

void SandboxPool::give_back(std::unique_ptr<Sandbox> sandbox) {
  if (sandbox == nullptr) return;
  sandbox->set_deadline(0);
  const std::scoped_lock lock(state_->mutex);
  if (state_->idle.size() < state_->most_idle) state_->idle.push_back(std::move(sandbox));
}

}  // namespace gavel
