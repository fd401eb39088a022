// What binds the wheel to a glibc newer than 2.28 and a libstdc++ newer than GCC 8's, taken from older versions instead.
// Linked with -Wl,--wrap= of each function.
#include <sstream>

// Since glibc 2.29 these have a second version, that sets no errno.
#define OLDER(function, parameters, arguments)                          \
  extern "C" double older_##function parameters;                        \
  __asm__(".symver older_" #function "," #function "@GLIBC_2.2.5");     \
  extern "C" double __wrap_##function parameters                        \
  {                                                                     \
    return older_##function arguments;                                  \
  }
OLDER(exp, (double x), (x))
OLDER(exp2, (double x), (x))
OLDER(log, (double x), (x))
OLDER(log2, (double x), (x))
OLDER(pow, (double x, double y), (x, y))

// GCC 9 moved the default constructors into the library (GLIBCXX_3.4.26).
template class std::basic_ostringstream<char>;
template class std::basic_istringstream<char>;
template class std::basic_stringstream<char>;
