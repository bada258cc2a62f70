// Stands in for Abseil's mutex.h when RE2 is built for WebAssembly.
//
// The module has one thread, so no lock is ever waited for: what RE2 and
// Abseil's hash tables lock needs no lock. Abseil's own mutex brings a
// scheduler, deadlock detection, time and printf with it, 30 KB of code that
// can't run here. Only what the compiled sources use is declared; a newer RE2
// that needs more does not compile. A build with threads must not use this.
#ifndef ABSL_SYNCHRONIZATION_MUTEX_H_
#define ABSL_SYNCHRONIZATION_MUTEX_H_

#include "absl/base/config.h"
#include "absl/base/const_init.h"
#include "absl/base/thread_annotations.h"
#include "absl/time/time.h"

#ifdef _REENTRANT
#error "this mutex locks nothing: build RE2 with Abseil's own for threads"
#endif

namespace absl {
ABSL_NAMESPACE_BEGIN

class ABSL_LOCKABLE Mutex {
 public:
  constexpr Mutex() = default;
  explicit constexpr Mutex(ConstInitType) {}
  Mutex(const Mutex&) = delete;
  Mutex& operator=(const Mutex&) = delete;

  void lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() {}
  void unlock() ABSL_UNLOCK_FUNCTION() {}
  bool try_lock() ABSL_EXCLUSIVE_TRYLOCK_FUNCTION(true) { return true; }
  void lock_shared() ABSL_SHARED_LOCK_FUNCTION() {}
  void unlock_shared() ABSL_UNLOCK_FUNCTION() {}
  void Lock() ABSL_EXCLUSIVE_LOCK_FUNCTION() {}
  void Unlock() ABSL_UNLOCK_FUNCTION() {}
  bool TryLock() ABSL_EXCLUSIVE_TRYLOCK_FUNCTION(true) { return true; }
  void ReaderLock() ABSL_SHARED_LOCK_FUNCTION() {}
  void ReaderUnlock() ABSL_UNLOCK_FUNCTION() {}
  void WriterLock() ABSL_EXCLUSIVE_LOCK_FUNCTION() {}
  void WriterUnlock() ABSL_UNLOCK_FUNCTION() {}
  void AssertHeld() const ABSL_ASSERT_EXCLUSIVE_LOCK() {}
  void AssertReaderHeld() const ABSL_ASSERT_SHARED_LOCK() {}
  void ForgetDeadlockInfo() {}
};

class ABSL_SCOPED_LOCKABLE MutexLock {
 public:
  explicit MutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) { (void)mutex; }
  explicit MutexLock(Mutex* mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) { (void)mutex; }
  ~MutexLock() ABSL_UNLOCK_FUNCTION() {}
  MutexLock(const MutexLock&) = delete;
  MutexLock& operator=(const MutexLock&) = delete;
};

class ABSL_SCOPED_LOCKABLE ReleasableMutexLock {
 public:
  explicit ReleasableMutexLock(Mutex& mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) { (void)mutex; }
  explicit ReleasableMutexLock(Mutex* mutex) ABSL_EXCLUSIVE_LOCK_FUNCTION(mutex) { (void)mutex; }
  ~ReleasableMutexLock() ABSL_UNLOCK_FUNCTION() {}
  void Release() ABSL_UNLOCK_FUNCTION() {}
  ReleasableMutexLock(const ReleasableMutexLock&) = delete;
  ReleasableMutexLock& operator=(const ReleasableMutexLock&) = delete;
};

ABSL_NAMESPACE_END
}  // namespace absl

#endif  // ABSL_SYNCHRONIZATION_MUTEX_H_
