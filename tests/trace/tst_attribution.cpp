// SPDX-License-Identifier: MIT
// The stream and our own looks in it, put together by hand: no server.
#include "support/test_program.h"

#include "lockcore/monitor/trace/attribution.h"

#include <QTest>

using namespace lockcore;

namespace {

std::string lineOf(int ms, const std::string &words, const std::string &address = "10.0.0.1:1", int db = 0)
{
    std::array<char, 32> time{};
    std::snprintf(time.data(), time.size(), "+1700000%03d.%06d", ms / 1000, ms % 1000 * 1000);
    return time.data() + (" [" + std::to_string(db) + " " + address + "] ") + words + "\r\n";
}

// What the server sends before the line that changes a key which was looked at.
std::string announced(const std::string &key)
{
    return "*3\r\n$7\r\nmessage\r\n$20\r\n__redis__:invalidate\r\n*1\r\n$" + std::to_string(key.size()) + "\r\n" + key + "\r\n";
}

KeySnapshot look(const Bytes &key, int ms, const char *text = nullptr, int deadline = 0)
{
    KeySnapshot look;
    look.id.key = key;
    look.at = ServerTime(Milliseconds(1'700'000'000'000 + ms));
    if (text) {
        look.value.type = ValueType::String;
        look.value.text = text;
        look.value.length = std::ssize(look.value.text);
        look.deadline = ServerTime(Milliseconds(1'700'000'000'000 + deadline));
    }
    return look;
}

const char *const token = "021422a0-e5a3-41f1-8c56-00163e5f7a01";

} // namespace

class AttributionTest final : public QObject
{
    Q_OBJECT

private slots:
    void init()
    {
        m_words = 0;
        m_attribution = std::make_unique<Attribution>(m_classifier, Attribution::Options{});
    }

    // The answer of a look may come before or after its place in the stream.
    void look_isAppliedAtItsPlace()
    {
        for (const bool answerFirst : {true, false}) {
            init();
            m_attribution->trace("lock:a");
            takeLook({look("lock:a", 1)}, 1);
            feed(announced("lock:a") + lineOf(5, "\"SET\" \"lock:a\" \"" + std::string(token) + "\" \"NX\" \"PX\" \"1000\""));
            const auto request = m_attribution->dueLooks(9);
            QCOMPARE(request.size(), std::size_t(1));
            m_attribution->sending("w", 3);
            const auto ours = lineOf(6, "\"MULTI\"") + lineOf(6, "\"PING\" \"w\"") + lineOf(6, "\"TIME\"")
                              + lineOf(6, "\"PEXPIRETIME\" \"lock:a\"") + lineOf(6, "\"GETRANGE\" \"lock:a\" \"0\" \"9\"")
                              + lineOf(6, "\"EXEC\"");
            const auto after = announced("lock:a") + lineOf(7, "\"DEL\" \"lock:a\"", "10.0.0.2:2");
            const auto answer = [&] { QVERIFY(m_attribution->answered("w", {{request.front(), look("lock:a", 6, token, 1005)}})); };
            if (answerFirst)
                answer();
            feed(ours + after);
            if (!answerFirst)
                answer();
            const auto changes = taken();
            QCOMPARE(changes.size(), std::size_t(1));
            QVERIFY(changes.front().event.type == EventType::Acquired);
            QCOMPARE(changes.front().by->address, Bytes("10.0.0.1:1"));
            takeLook({look("lock:a", 9)}, 9);
            const auto gone = taken();
            QCOMPARE(gone.size(), std::size_t(1));
            QCOMPARE(gone.front().by->address, Bytes("10.0.0.2:2"));
        }
    }

    void otherDatabase_isNotOurs()
    {
        m_attribution->trace("lock:a");
        takeLook({look("lock:a", 1, token, 60'000)}, 1);
        feed(announced("lock:a") + lineOf(5, "\"DEL\" \"lock:a\"", "10.0.0.2:2", 1));
        takeLook({look("lock:a", 9, token, 60'000)}, 9);
        QCOMPARE(taken().size(), std::size_t(1)); // seen
    }

    void commandInAScript_isTheCallers()
    {
        m_attribution->trace("lock:a");
        takeLook({look("lock:a", 1, token, 60'000)}, 1);
        feed(lineOf(5, "\"EVAL\" \"return\" \"0\"", "10.0.0.3:3") + announced("lock:a") + lineOf(5, "\"del\" \"lock:a\"", "lua"));
        takeLook({look("lock:a", 9)}, 9);
        const auto changes = taken();
        QCOMPARE(changes.back().by->address, Bytes("10.0.0.3:3"));
        QCOMPARE(changes.back().command, Bytes("DEL in EVAL"));
    }

    // As Redisson's locks for readers and writers: nobody can see the hash without its owner, or without its lease.
    void commandsOfOneScript_areOneChange()
    {
        const auto owner = std::string(token) + ":17";
        const auto inScript = [](const std::string &words) { return lineOf(5, words, "lua"); };
        m_attribution->trace("lock:rw");
        takeLook({look("lock:rw", 1)}, 1);
        feed(lineOf(5, "\"EVAL\" \"x\" \"1\" \"lock:rw\" \"" + owner + "\"", "10.0.0.3:3") + inScript("\"hget\" \"lock:rw\" \"mode\"")
             + announced("lock:rw") + inScript("\"hset\" \"lock:rw\" \"mode\" \"write\"")
             + inScript("\"hset\" \"lock:rw\" \"" + owner + "\" \"1\"") + inScript("\"pexpire\" \"lock:rw\" \"30000\""));
        auto held = look("lock:rw", 9);
        held.value.type = ValueType::Hash;
        held.value.elements = {{"mode", "write"}, {owner, "1"}};
        held.value.length = 2;
        held.deadline = ServerTime(Milliseconds(1'700'000'030'005));
        takeLook({held}, 9);
        const auto taking = taken();
        QCOMPARE(taking.size(), std::size_t(1));
        QVERIFY2(taking[0].event.type == EventType::Acquired && taking[0].event.owner == owner, toString(taking[0].event).c_str());
        QCOMPARE(taking[0].command, Bytes("HSET in EVAL"));
        QCOMPARE(taking[0].by->address, Bytes("10.0.0.3:3"));

        feed(lineOf(15, "\"EVAL\" \"x\" \"1\" \"lock:rw\" \"" + owner + "\"", "10.0.0.4:4") + announced("lock:rw")
             + lineOf(15, "\"hincrby\" \"lock:rw\" \"" + owner + "\" \"-1\"", "lua") + lineOf(15, "\"del\" \"lock:rw\"", "lua"));
        takeLook({look("lock:rw", 19)}, 19);
        const auto giving = taken();
        QCOMPARE(giving.size(), std::size_t(1));
        QVERIFY2(isEnd(giving[0].event.type), toString(giving[0].event).c_str());
        QCOMPARE(giving[0].command, Bytes("DEL in EVAL"));
    }

    // A command that comes after the deadline has not ended it.
    void expiry_isNobodys()
    {
        m_attribution->trace("lock:a");
        takeLook({look("lock:a", 1, token, 5)}, 1);
        feed(announced("lock:a") + lineOf(9, "\"DEL\" \"lock:a\"", "10.0.0.2:2"));
        takeLook({look("lock:a", 12)}, 12);
        const auto changes = taken();
        QVERIFY(changes.back().event.type == EventType::Expired);
        QVERIFY(!changes.back().by && changes.back().command.empty());
    }

    // Names that are used once: those that are gone make room for the next.
    void manyNames_doNotFillTheTrace()
    {
        Attribution::Options options;
        options.follows = [](std::string_view) { return true; };
        options.mostKeys = 4;
        m_attribution = std::make_unique<Attribution>(m_classifier, std::move(options));
        for (int i = 0; i < 40; ++i) {
            const auto key = "lock:" + std::to_string(i);
            feed(lineOf(i * 10, "\"SET\" \"" + key + "\" \"" + token + "\" \"NX\" \"PX\" \"1000\""));
            takeLook({look(key, i * 10 + 2, token, i * 10 + 1000)}, i * 10 + 2);
            feed(announced(key) + lineOf(i * 10 + 4, "\"DEL\" \"" + key + "\""));
            takeLook({look(key, i * 10 + 6)}, i * 10 + 6);
        }
        QCOMPARE(m_attribution->leftOut(), std::size_t(0));
        QVERIFY(m_attribution->keys() <= 4);
        QCOMPARE(taken().size(), std::size_t(80));
    }

    void keysThatWereNamed_stay()
    {
        Attribution::Options options;
        options.mostKeys = 2;
        m_attribution = std::make_unique<Attribution>(m_classifier, std::move(options));
        for (const char *key : {"a", "b", "c"})
            m_attribution->trace(key);
        QCOMPARE(m_attribution->keys(), std::size_t(2));
        QCOMPARE(m_attribution->leftOut(), std::size_t(1));
    }

private:
    void feed(const std::string &bytes) { QVERIFY(m_attribution->feed(bytes)); }

    // One transaction of ours, answered with these looks.
    void takeLook(std::vector<KeySnapshot> looks, int ms)
    {
        auto requests = m_attribution->dueLooks(looks.size());
        QCOMPARE(requests.size(), looks.size());
        const auto word = "word-" + std::to_string(++m_words);
        m_attribution->sending(word, 1);
        std::vector<Attribution::Answer> answers;
        for (std::size_t i = 0; i < looks.size(); ++i)
            answers.push_back({requests[i], looks[i]});
        QVERIFY(m_attribution->answered(word, std::move(answers)));
        feed(lineOf(ms, "\"MULTI\"", "9.9.9.9:9") + lineOf(ms, "\"PING\" \"" + word + "\"", "9.9.9.9:9")
             + lineOf(ms, "\"TIME\"", "9.9.9.9:9") + lineOf(ms, "\"EXEC\"", "9.9.9.9:9"));
    }

    std::vector<AttributedChange> taken()
    {
        std::vector<AttributedChange> changes;
        for (auto &item : m_attribution->take()) {
            if (auto *change = std::get_if<AttributedChange>(&item))
                changes.push_back(std::move(*change));
        }
        return changes;
    }

    const Classifier m_classifier;
    std::unique_ptr<Attribution> m_attribution;
    int m_words = 0;
};

LOCKSCOPE_TEST(AttributionTest)
#include "tst_attribution.moc"
