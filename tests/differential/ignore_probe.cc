// Answers the oracle tests: one JSON request a line on stdin, one JSON answer a
// line on stdout.
//   {"op":"walk","files":[path…],"rules":{path:text…}}  -> {"kept":[path…]}
//   {"op":"glob","glob":…,"base":…,"paths":[…]}         -> {"matched":[…]} or {"error":…,"offset":…}
//   {"op":"nfc","texts":[…]}                            -> {"texts":[…],"certain":[bool…]}
#include <iostream>
#include <map>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <utility>

#include "core/base/nfc.h"
#include "core/glob/path_filter.h"
#include "core/ignore/cascade.h"

namespace sonde {
namespace {

using Json = nlohmann::json;
using RulesByPath = std::map<std::string, std::shared_ptr<const Gitignore>>;

struct Folder {
  std::map<std::string, Folder> folders;
  std::set<std::string> files;
};

std::string Join(const std::string& folder, const std::string& name) {
  return folder.empty() ? name : folder + "/" + name;
}

std::shared_ptr<const Gitignore> Find(const RulesByPath& rules, const std::string& path) {
  auto found = rules.find(path);
  return found == rules.end() ? nullptr : found->second;
}

// Walks as the engine does: an ignored folder is not entered.
void Walk(const Folder& folder, const std::string& path, const RulesByPath& rules, IgnoreCascade* cascade, Json* kept) {
  cascade->Push(path, Find(rules, Join(path, ".gitignore")), Find(rules, Join(path, ".ignore")));
  for (const std::string& name : folder.files) {
    std::string file = Join(path, name);
    if (!cascade->IsIgnored(file, false)) kept->push_back(std::move(file));
  }
  for (const auto& [name, child] : folder.folders) {
    const std::string child_path = Join(path, name);
    if (name != ".git" && !cascade->IsIgnored(child_path, true)) Walk(child, child_path, rules, cascade, kept);
  }
  cascade->Pop();
}

Json AnswerWalk(const Json& request) {
  Folder root;
  for (const Json& entry : request.at("files")) {
    const std::string path = entry.get<std::string>();
    Folder* folder = &root;
    size_t begin = 0;
    for (size_t slash; (slash = path.find('/', begin)) != std::string::npos; begin = slash + 1) {
      folder = &folder->folders[path.substr(begin, slash - begin)];
    }
    folder->files.insert(path.substr(begin));
  }
  RulesByPath rules;
  for (const auto& [path, text] : request.at("rules").items()) {
    rules[path] = std::make_shared<Gitignore>(Gitignore::Parse(text.get<std::string>()));
  }
  Json kept = Json::array();
  IgnoreCascade cascade;
  Walk(root, "", rules, &cascade, &kept);
  return {{"kept", kept}};
}

Json AnswerGlob(const Json& request) {
  auto compiled = PathFilter::Compile(request.at("glob").get<std::string>(), request.at("base").get<std::string>());
  if (const auto* error = std::get_if<GlobError>(&compiled)) {
    return {{"error", error->message}, {"offset", error->offset}};
  }
  Json matched = Json::array();
  for (const Json& path : request.at("paths")) {
    if (std::get<PathFilter>(compiled).Matches(path.get<std::string>())) matched.push_back(path);
  }
  return {{"matched", matched}};
}

Json AnswerNfc(const Json& request) {
  Json texts = Json::array();
  Json certain = Json::array();
  for (const Json& text : request.at("texts")) {
    texts.push_back(NormalizeNfc(text.get<std::string>()));
    certain.push_back(IsCertainlyNfc(text.get<std::string>()));
  }
  return {{"texts", texts}, {"certain", certain}};
}

}  // namespace
}  // namespace sonde

int main() {
  std::ios::sync_with_stdio(false);
  for (std::string line; std::getline(std::cin, line);) {
    const auto request = nlohmann::json::parse(line);
    const std::string op = request.at("op").get<std::string>();
    const auto answer = op == "walk"   ? sonde::AnswerWalk(request)
                        : op == "glob" ? sonde::AnswerGlob(request)
                                       : sonde::AnswerNfc(request);
    std::cout << answer.dump() << "\n";
  }
  return 0;
}
