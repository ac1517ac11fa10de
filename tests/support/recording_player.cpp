// SPDX-License-Identifier: MIT
#include "support/recording_player.h"

#include "support/recorded_table.h"

#include <istream>
#include <memory>
#include <set>

namespace lockcore::test {

namespace {

/// One recording: its classifier and its table.
class Player
{
public:
    Player(const RecordingHead &head, const RecordedTable::Sink &sink)
        : m_words(head)
        , m_classifier(head.patterns)
        , m_table(m_classifier, head, sink)
    { }

    void play(ExampleLine &line)
    {
        const auto call = calls.find(line.word());
        if (call == calls.end())
            line.fail(line.word() + " is not a call of a recording");
        (this->*call->second)(line);
        line.finish();
    }

private:
    using Call = void (Player::*)(ExampleLine &);

    // Classifies the look again in the Prober's surroundings, if the Prober had found it. If the current formats would not list it, the
    // Prober would not have passed it on.
    void look(ExampleLine &line)
    {
        auto [look, evidence, found, otherScripts, otherChannels] = m_words.readLook(line);
        std::optional<Classified> classified;
        if (found) {
            if (!otherScripts)
                found->fingerprints = m_table.surroundings().fingerprints;
            if (!otherChannels)
                found->channels = m_table.surroundings().channels;
            auto finding = m_classifier.classify(look, *found);
            if (!finding || finding->confidence < Classifier::leastListed)
                return;
            classified = {*std::move(finding), *std::move(found)};
        }
        m_table.apply(std::move(look), std::move(evidence), std::move(classified));
    }

    void scripts(ExampleLine &line) { m_table.setFingerprints(RecordingWords::readNames(line)); }
    void channels(ExampleLine &line) { m_table.setChannels(RecordingWords::readNames(line)); }
    void releasedByUs(ExampleLine &line)
    {
        const auto id = m_words.readKey(line);
        const auto at = m_words.readTime(line);
        std::vector<Bytes> owners;
        while (line.hasMore())
            owners.push_back(line.next("an owner"));
        m_table.releasedByUs(id, at, std::move(owners));
    }
    void restarted(ExampleLine &) { m_table.serverRestarted(); }
    void exchanged(ExampleLine &) { m_table.dataExchanged(); }
    void jumped(ExampleLine &line) { m_table.clockJumped(Microseconds(line.nextNumber())); }
    void cut(ExampleLine &) { m_table.connectionLost(); }
    void waiters(ExampleLine &line)
    {
        const auto id = m_words.readKey(line);
        m_table.setWaiters(id, m_words.readWaiters(line));
    }
    void tick(ExampleLine &line) { m_table.tick(m_words.readTime(line)); }
    void lost(ExampleLine &line)
    {
        const auto id = m_words.readKey(line);
        const auto at = m_words.readTime(line);
        m_table.loseSight(id, at, line.next("a reason"));
    }
    void prune(ExampleLine &line)
    {
        std::set<LockId> dropped;
        while (line.hasMore())
            dropped.insert(m_words.readKey(line));
        m_table.prune([&](const LockId &id) { return !dropped.contains(id); });
    }
    void take(ExampleLine &)
    {
        m_table.takeStillNoLease();
        m_table.takeChanged();
        m_table.takeGone();
    }

    static const std::map<std::string, Call> calls;

    const RecordingWords m_words;
    const Classifier m_classifier;
    RecordedTable m_table;
};

const std::map<std::string, Player::Call> Player::calls = {
    {"look", &Player::look},           {"scripts", &Player::scripts},
    {"channels", &Player::channels},   {"released-by-us", &Player::releasedByUs},
    {"restarted", &Player::restarted}, {"exchanged", &Player::exchanged},
    {"jumped", &Player::jumped},       {"cut", &Player::cut},
    {"waiters", &Player::waiters},     {"tick", &Player::tick},
    {"lost", &Player::lost},           {"prune", &Player::prune},
    {"take", &Player::take},
};

/// A call and its outputs.
struct Block
{
    std::int64_t number = 0; ///< line number of the call
    std::string input;
    std::vector<std::string> outputs;
};

// Reads the blocks, and plays each when it is complete.
class Playing
{
public:
    Playing(std::string name, std::function<void(const std::string &)> again)
        : m_name(std::move(name))
        , m_again(std::move(again))
    { }

    void read(std::istream &in)
    {
        std::string line;
        for (std::int64_t number = 1; std::getline(in, line) && !in.eof(); ++number) {
            if (line.starts_with("  ")) {
                m_block.outputs.push_back(line.substr(2));
                continue;
            }
            play();
            m_block = {number, line, {}};
        }
        play();
        finish();
    }

    PlayedRecordings played;

private:
    void play()
    {
        if (m_block.input.empty() || m_block.input.starts_with('#'))
            return;
        ExampleLine line(where() + ": ", m_block.input);
        m_now.clear();
        if (line.word() == "recording") {
            finish();
            ++played.recordings;
            const auto head = RecordingHead::read(line);
            m_player = std::make_unique<Player>(head, [this](const std::string &lines) { m_now += lines; });
        } else if (!m_player) {
            line.fail("a recording begins with the line of that word");
        } else {
            m_player->play(line);
        }
        if (!m_now.empty() && m_now.substr(0, m_now.find('\n')) != m_block.input)
            line.fail("it reads as another line: " + m_now.substr(0, m_now.find('\n')));
        compare();
    }

    std::string where() const { return m_name + ':' + std::to_string(m_block.number); }

    void compare()
    {
        std::vector<std::string> outputs;
        for (std::size_t begin = 0, end = 0; (end = m_now.find('\n', begin)) != m_now.npos; begin = end + 1) {
            if (const auto line = std::string_view(m_now).substr(begin, end - begin); line.starts_with("  "))
                outputs.emplace_back(line.substr(2));
        }
        played.looks += m_block.input.starts_with("look ") ? 1 : 0;
        played.events += std::ranges::count_if(m_block.outputs, [](const auto &output) { return output.starts_with("event "); });
        played.differences.compare(where(), m_block.input, m_block.outputs, outputs);
        if (m_again)
            m_again(m_now.empty() ? m_block.input + '\n' : m_now);
    }

    // At its end, the table writes the changes that were not taken. If the recording ends with them, they have already been compared.
    void finish()
    {
        m_now.clear();
        m_player.reset();
        if (m_again && !m_now.empty())
            m_again(m_now);
        m_now.clear();
    }

    const std::string m_name;
    const std::function<void(const std::string &)> m_again;
    Block m_block;
    std::string m_now; ///< the block with its current outputs
    std::unique_ptr<Player> m_player;
};

} // namespace

PlayedRecordings playRecordings(std::istream &in, const std::string &name, std::function<void(const std::string &)> again)
{
    Playing playing(name, std::move(again));
    playing.read(in);
    return std::move(playing.played);
}

} // namespace lockcore::test
