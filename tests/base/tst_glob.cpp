// SPDX-License-Identifier: MIT
// Redis itself defines what is right: SCAN MATCH on a server checks every pattern against every key.
#include "lockcore/base/bytes.h"
#include "lockcore/base/glob.h"
#include "support/redis_server.h"
#include "support/test_program.h"

#include <QTest>

#include <random>
#include <set>

using namespace lockcore;
using namespace lockcore::test;
using namespace std::string_literals;

namespace {

const std::vector<std::string> keys = {"a",    "b",    "ab",    "abc", "abcabc", "aXc", "order:lock:7", "*",   "?",  "[",   "]",
                                       "\\",   "-",    "^",     "a]",  "a-",     "a\\", "\\*",          "[a]", "[a", "a*c", "\xff",
                                       "\x7f", "\x80", "a\0b"s, "锁",  " ",      "ABC", "aaaaaaaaab"};

const std::vector<std::string> patterns = {
    "*",           "**",          "?",         "??",      "",       "a",     "a*",         "*a",   "*c*",   "a*c",  "a**c",  "*?*",
    "*??",         "???*",        "order:*:?", "[abc]",   "[^abc]", "[a-c]", "[c-a]",      "[a-]", "[a-]]", "[-a]", "[]",    "[]a]",
    "[^]",         "[^]a]",       "[",         "[a",      "[^",     "[^a",   "[a-",        "[a-c", "a[",    "a[b",  "[\\]]", "[\\]",
    "[\\",         "[\\a-c]",     "[a-\\c]",   "[a\\-c]", "[^\\^]", "[*?]",  "\\",         "\\\\", "\\*",   "\\a",  "a\\",   "*\\",
    "[\x7f-\x80]", "[\x80-\xff]", "[a-\xff]",  "\xff",    "a\0b"s,  "a?b",   "*[",         "*[^",  "[[]",   "[]]",  "a]",    "a[^]",
    "*]",          "[a-a]",       "[^-]",      "[--]",    "[---]",  "*b*b*", "[a-c]*[a-c]"};

std::set<std::string> scanned(RedisServer &server, const std::string &pattern)
{
    const auto reply = server.command({"SCAN", "0", "MATCH", pattern, "COUNT", "100000"});
    std::set<std::string> found;
    for (const auto &key : reply.elements.at(1).elements)
        found.insert(key.text);
    return found;
}

std::set<std::string> matched(const std::string &pattern)
{
    std::set<std::string> found;
    for (const auto &key : keys) {
        if (globMatches(pattern, key))
            found.insert(key);
    }
    return found;
}

std::string randomPattern(std::mt19937 &random)
{
    constexpr std::string_view alphabet = "ab*?[]^-\\c*";
    std::string pattern;
    for (auto length = 1 + random() % 9; length > 0; --length)
        pattern += alphabet[random() % alphabet.size()];
    return pattern;
}

} // namespace

class TestGlob final : public QObject
{
    Q_OBJECT

private slots:
    void pattern_matchesWhatRedisMatches();
    void hostilePattern_doesNotExplode();
    void emptyText_isMatchedByStars();
    void specialCharacter_makesAGlob();
};

void TestGlob::pattern_matchesWhatRedisMatches()
{
    RedisServer server;
    for (const auto &key : keys)
        QVERIFY(server.command({"SET", key, "1"}).isOk());
    auto all = patterns;
    std::mt19937 random(2);
    for (int i = 0; i < 3000; ++i)
        all.push_back(randomPattern(random));
    for (const auto &pattern : all) {
        const auto wanted = scanned(server, pattern);
        const auto found = matched(pattern);
        for (const auto &key : keys)
            QVERIFY2(wanted.contains(key) == found.contains(key),
                     ("pattern " + escaped(pattern) + " key " + escaped(key) + (found.contains(key) ? ": ours matches" : ": ours does not"))
                         .c_str());
    }
}

void TestGlob::hostilePattern_doesNotExplode()
{
    std::string pattern;
    for (int i = 0; i < 200; ++i)
        pattern += "a*";
    pattern += 'b';
    const std::string text(20'000, 'a');
    QVERIFY(!globMatches(pattern, text)); // with exponential time it would never return
    QVERIFY(globMatches(pattern, text + 'b'));
    QVERIFY(!globMatches(std::string(20'000, '['), text));
    QVERIFY(globMatches(std::string(20'000, '*'), text));
}

void TestGlob::emptyText_isMatchedByStars()
{
    QVERIFY(globMatches("", ""));
    QVERIFY(globMatches("*", ""));
    QVERIFY(globMatches("**", ""));
    QVERIFY(!globMatches("?", ""));
    QVERIFY(!globMatches("[^a]", ""));
    QVERIFY(!globMatches("", "a"));
}

void TestGlob::specialCharacter_makesAGlob()
{
    for (const auto *pattern : {"a*", "?", "[a]", "a\\b"})
        QVERIFY2(isGlob(pattern), pattern);
    for (const auto *pattern : {"", "order:lock", "]", "^-"})
        QVERIFY2(!isGlob(pattern), pattern);
}

LOCKSCOPE_TEST(TestGlob)
#include "tst_glob.moc"
