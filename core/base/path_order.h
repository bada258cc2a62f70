// The one order of paths: component by component, each compared as bytes, as a
// tree walked in sorted order (a/x before a-b/x before a.c). Files below one
// folder are therefore always neighbours.
#ifndef SONDE_BASE_PATH_ORDER_H_
#define SONDE_BASE_PATH_ORDER_H_

#include <string>
#include <string_view>
#include <vector>

namespace sonde {

// Negative, zero or positive as `a` stands before, at or after `b`. Paths hold
// no NUL and no empty component.
int ComparePaths(std::string_view a, std::string_view b);

// `paths` in this order, each once.
std::vector<std::string> UniquePaths(std::vector<std::string> paths);

// True when `path` lies below `folder`. Everything lies below "", the root.
inline bool IsBelow(std::string_view path, std::string_view folder) {
  return folder.empty() ||
         (path.size() > folder.size() && path[folder.size()] == '/' && path.substr(0, folder.size()) == folder);
}

// The last component.
inline std::string_view BaseName(std::string_view path) { return path.substr(path.rfind('/') + 1); }

// The path without its last component, "" for one of the root.
inline std::string_view ParentPath(std::string_view path) {
  size_t slash = path.rfind('/');
  return slash == std::string_view::npos ? std::string_view() : path.substr(0, slash);
}

}  // namespace sonde

#endif  // SONDE_BASE_PATH_ORDER_H_
