#ifndef SONDE_TESTS_FUZZ_NO_INPUT_H_
#define SONDE_TESTS_FUZZ_NO_INPUT_H_

// What a fuzzer returns for bytes that are not laid out as its inputs are, so
// that nothing was tested. libFuzzer doesn't keep them; the replay refuses a
// committed one.
inline constexpr int kNoInput = -1;

#endif  // SONDE_TESTS_FUZZ_NO_INPUT_H_
