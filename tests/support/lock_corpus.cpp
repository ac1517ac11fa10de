// SPDX-License-Identifier: MIT
#include "support/lock_corpus.h"

#include "lockcore/monitor/model/lock_words.h"
#include "lockcore/monitor/reading/classifier.h"
#include "lockcore/monitor/reading/ladder.h"
#include "support/example_line.h"
#include "support/example_looks.h"

#include <algorithm>
#include <filesystem>
#include <fstream>

namespace lockcore::test {

namespace {

const std::filesystem::path corpusFolder = LOCK_CORPUS;

class CorpusParser
{
public:
    explicit CorpusParser(std::vector<CorpusScene> &scenes)
        : m_scenes(scenes)
    { }

    void read(const std::filesystem::path &path)
    {
        std::ifstream file(path);
        m_held = path.filename().string().starts_with("held_");
        int number = 0;
        for (std::string text; std::getline(file, text);) {
            const auto where = path.filename().string() + ':' + std::to_string(++number);
            const auto begin = text.find_first_not_of(' ');
            if (begin != text.npos && text[begin] != '#')
                read(ExampleLine(where + ": ", std::string_view(text).substr(begin)), where);
        }
    }

private:
    void read(ExampleLine line, const std::string &where)
    {
        if (line.word() == "scene") {
            m_scenes.push_back({});
            m_scenes.back().what = line.sentence();
            m_scenes.back().held = m_held;
            return;
        }
        if (m_scenes.empty())
            line.fail(line.word() + " must follow a scene");
        auto &scene = m_scenes.back();
        if (line.word() == "seen")
            scene.run = line.nextOf<bool>({{"run", true}, {"observed", false}});
        else if (line.word() == "at")
            m_now = ServerTime(Milliseconds(line.nextNumber()));
        else if (line.word() == "library")
            scene.libraries.push_back(line.next("a name"));
        else if (line.word() == "channel")
            scene.surroundings.channels.insert(line.next("a name"));
        else if (line.word() == "script")
            addScript(scene, line.next("a SHA-1"));
        else if (line.word() == "lock" || line.word() == "data")
            readKey(line, scene, where);
        else
            line.fail(line.word() + " is not known in a scene");
        line.finish();
    }

    static void addScript(CorpusScene &scene, const Bytes &sha1)
    {
        for (const auto &[known, library] : Classifier::fingerprintScripts()) {
            if (known == sha1)
                scene.surroundings.fingerprints.insert(library);
        }
    }

    void readKey(ExampleLine &line, CorpusScene &scene, const std::string &where) const
    {
        CorpusKey key;
        key.where = where;
        key.isLock = line.word() == "lock";
        key.look.id.key = line.next("a key");
        key.look.at = m_now;
        if (auto ttl = line; ttl.next("a TTL") == "-")
            line = ttl;
        else
            key.look.deadline = m_now + line.nextDuration();
        key.look.value = readValue(line);
        scene.keys.push_back(std::move(key));
    }

    static Value readValue(ExampleLine &line)
    {
        const auto type = line.next("a type");
        if (type == "string")
            return example::string(line.next("a text"));
        const bool pairs = type == "hash" || type == "zset";
        if (!pairs && type != "list" && type != "set")
            line.fail(type + " is not a type: write string, hash, zset, list or set");
        example::Elements elements;
        std::vector<Bytes> members;
        while (line.hasMore()) {
            auto element = line.next("an element");
            if (pairs)
                elements.emplace_back(std::move(element), line.next("its second part"));
            else
                members.push_back(std::move(element));
        }
        if (pairs)
            return type == "hash" ? example::hash(std::move(elements)) : example::zset(std::move(elements));
        return type == "list" ? example::list(members) : example::set(members);
    }

    std::vector<CorpusScene> &m_scenes;
    bool m_held = false;
    ServerTime m_now = example::now;
};

std::string shown(const CorpusKey &key, const CorpusScene &scene, const std::optional<LockMatch> &match)
{
    auto text = key.where + ": " + escaped(key.look.id.key) + " (" + scene.what + ')';
    if (match)
        text += ": " + match->library + ", " + match->variant + ", " + std::to_string(match->confidence);
    return text;
}

void judge(const CorpusKey &key, const CorpusScene &scene, CorpusFigures &figures)
{
    const auto match = listedAs(key, scene);
    const bool named = hasLockWord(key.look.id.key);
    ++(key.isLock ? figures.locks : figures.data);
    if (!key.isLock) {
        if (match) {
            ++figures.falselyListed;
            figures.faults.push_back("listed, but no lock: " + shown(key, scene, match));
        }
        return;
    }
    figures.locksNamed += named ? 1 : 0;
    if (!match) {
        figures.faults.push_back((named ? "missed: " : "missed, free name: ") + shown(key, scene, match));
        return;
    }
    ++figures.found;
    figures.foundNamed += named ? 1 : 0;
    if (match->library != unknownLibrary && std::ranges::find(scene.libraries, match->library) == scene.libraries.end()) {
        ++figures.wrongNames;
        figures.faults.push_back("wrong name: " + shown(key, scene, match));
    }
}

} // namespace

const std::vector<CorpusScene> &lockCorpus()
{
    static const auto all = [] {
        std::vector<std::filesystem::path> files;
        for (const auto &entry : std::filesystem::directory_iterator(corpusFolder)) {
            if (entry.path().extension() == ".txt")
                files.push_back(entry.path());
        }
        std::ranges::sort(files);
        std::vector<CorpusScene> scenes;
        CorpusParser parser(scenes);
        for (const auto &file : files)
            parser.read(file);
        return scenes;
    }();
    return all;
}

KeySnapshot asRead(const CorpusKey &key, const CorpusScene &scene)
{
    auto look = key.look;
    for (const auto &[name, likelyType] : Classifier().companions(look)) {
        const auto found = std::ranges::find(scene.keys, name, [](const CorpusKey &other) { return other.look.id.key; });
        look.companions.emplace(name, found == scene.keys.end() ? Value() : found->look.value);
    }
    return look;
}

std::optional<LockMatch> listedAs(const CorpusKey &key, const CorpusScene &scene)
{
    static const Classifier classifier;
    const auto look = asRead(key, scene);
    const bool mayBe = look.value.type != ValueType::List && (look.value.type != ValueType::Set || classifier.nameBetrays(look.id.key));
    auto match = mayBe ? classifier.classify(look, scene.surroundings) : std::nullopt;
    return match && match->confidence >= Classifier::leastListed ? match : std::nullopt;
}

CorpusFigures judgeCorpus(bool held)
{
    CorpusFigures figures;
    for (const auto &scene : lockCorpus()) {
        for (const auto &key : scene.keys) {
            if (scene.held == held)
                judge(key, scene, figures);
        }
    }
    return figures;
}

} // namespace lockcore::test
