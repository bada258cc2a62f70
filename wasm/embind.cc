// The WebAssembly boundary: one class, no logic. See core/engine/engine.h for
// what each method does. Addresses and sizes are numbers into HEAPU8, valid
// until the next call.
#include <emscripten/bind.h>

#include <cstdint>

#include "core/engine/engine.h"

namespace {

int live_engines = 0;
int live_jobs = 0;

class Handle {
 public:
  Handle() { ++live_engines; }
  ~Handle() {
    --live_engines;
    live_jobs -= static_cast<int>(engine_.open_jobs());
  }

  // 0 for what the address space can't hold, as for what memory can't.
  double Upload(double size) { return size <= SIZE_MAX ? Address(engine_.Upload(static_cast<size_t>(size))) : 0; }
  void PutMany(double size) { engine_.PutMany(static_cast<size_t>(size)); }
  void Command(double size) { engine_.Command(static_cast<size_t>(size)); }
  bool Bytes(double path_size) { return engine_.Bytes(static_cast<size_t>(path_size)); }
  int Start(double size) {
    return Counted([&] { return engine_.Start(static_cast<size_t>(size)); });
  }
  bool Step(int job, double budget) { return engine_.Step(job, budget); }
  void ReadProgress(int job) { engine_.ReadProgress(job); }
  void TakeMatches(int job) { engine_.TakeMatches(job); }
  void Cancel(int job) {
    Counted([&] { return engine_.Cancel(job), 0; });
  }
  void Finish(int job) {
    Counted([&] { return engine_.Finish(job), 0; });
  }
  double ResponseAddress() const { return Address(engine_.response().data()); }
  double ResponseSize() const { return static_cast<double>(engine_.response().size()); }
  static int LiveHandles() { return live_engines + live_jobs; }

 private:
  static double Address(const void* pointer) { return static_cast<double>(reinterpret_cast<uintptr_t>(pointer)); }

  template <typename Run>
  int Counted(Run run) {
    auto before = static_cast<int>(engine_.open_jobs());
    int result = run();
    live_jobs += static_cast<int>(engine_.open_jobs()) - before;
    return result;
  }

  sonde::Engine engine_;
};

}  // namespace

EMSCRIPTEN_BINDINGS(sonde) {
  emscripten::class_<Handle>("Engine")
      .constructor<>()
      .function("upload", &Handle::Upload)
      .function("putMany", &Handle::PutMany)
      .function("command", &Handle::Command)
      .function("bytes", &Handle::Bytes)
      .function("start", &Handle::Start)
      .function("step", &Handle::Step)
      .function("progress", &Handle::ReadProgress)
      .function("takeMatches", &Handle::TakeMatches)
      .function("cancel", &Handle::Cancel)
      .function("finish", &Handle::Finish)
      .function("responseAddress", &Handle::ResponseAddress)
      .function("responseSize", &Handle::ResponseSize)
      .class_function("liveHandles", &Handle::LiveHandles);
}
