// Intrusive reference counting for objects of one thread.
//
// T has a public `mutable uint32_t reference_count` that starts at 0 and a
// static void Destroy(const T*). A Ref owns one count.
#ifndef SONDE_BASE_REF_COUNTED_H_
#define SONDE_BASE_REF_COUNTED_H_

#include <cstdint>
#include <utility>

namespace sonde {

template <typename T>
class Ref {
 public:
  Ref() = default;
  explicit Ref(T* object) : object_(object) { Retain(); }
  Ref(const Ref& other) : object_(other.object_) { Retain(); }
  Ref(Ref&& other) noexcept : object_(std::exchange(other.object_, nullptr)) {}
  template <typename U>
  Ref(const Ref<U>& other) : object_(other.get()) {  // NOLINT: Ref<T> converts to Ref<const T>
    Retain();
  }
  Ref& operator=(Ref other) noexcept {
    std::swap(object_, other.object_);
    return *this;
  }
  ~Ref() {
    if (object_ && --object_->reference_count == 0) T::Destroy(object_);
  }

  T* get() const { return object_; }
  T* operator->() const { return object_; }
  T& operator*() const { return *object_; }
  explicit operator bool() const { return object_ != nullptr; }
  bool operator==(const Ref& other) const { return object_ == other.object_; }

 private:
  void Retain() {
    if (object_) ++object_->reference_count;
  }
  T* object_ = nullptr;
};

}  // namespace sonde

#endif  // SONDE_BASE_REF_COUNTED_H_
