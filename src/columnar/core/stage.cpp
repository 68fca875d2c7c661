#include "columnar/core/stage.hpp"

#include "columnar/core/ranks.hpp"
#include "columnar/core/stage_meter.hpp"

namespace columnar {

void ForwardingSink::begin_stage(std::string_view name) {
  if (next_ != nullptr) {
    next_->begin_stage(name);
  }
}

void ForwardingSink::advance(double fraction) {
  if (next_ != nullptr) {
    next_->advance(fraction);
  }
}

void ForwardingSink::skip(double fraction) {
  if (next_ != nullptr) {
    next_->skip(fraction);
  }
}

void ForwardingSink::end_stage() {
  if (next_ != nullptr) {
    next_->end_stage();
  }
}

void ForwardingSink::note(std::string_view message) {
  if (next_ != nullptr) {
    next_->note(message);
  }
}

void StageRecorder::begin_stage(std::string_view name) {
  ForwardingSink::begin_stage(name);
  name_ = name;
  sent_before_ = ranks_ == nullptr ? 0 : ranks_->sent_bytes();
  reset_peak_memory();
  start_ = std::chrono::steady_clock::now();
}

void StageRecorder::end_stage() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  costs_.push_back(
      {name_, elapsed.count(), peak_memory(), ranks_ == nullptr ? 0 : ranks_->sent_bytes() - sent_before_});
  ForwardingSink::end_stage();
}

void StageRecorder::note(std::string_view message) {
  if (notes_ != nullptr) {
    notes_->emplace_back(message);
  }
  ForwardingSink::note(message);
}

}  // namespace columnar
