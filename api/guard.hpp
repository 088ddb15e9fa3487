// Where exceptions become values: memory that ran out, and what a callback, method or solver of the caller throws.
#pragma once

#include <exception>
#include <new>
#include <string>

#include "perpend/result.hpp"

namespace perpend {

/// What `work` gives; an Error of this kind when it throws.
template <class Work>
auto guarded(ErrorKind kind, const Work& work) -> decltype(work()) {
  try {
    return work();
  } catch (const std::bad_alloc&) {
    return Error{ErrorKind::internal, "there is not enough memory"};
  } catch (const std::exception& thrown) {
    return Error{kind, thrown.what()};
  } catch (...) {
    return Error{kind, "something was thrown that is no std::exception"};
  }
}

}  // namespace perpend
