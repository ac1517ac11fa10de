// SPDX-License-Identifier: MIT
#include "support/recording_player.h"

#include <istream>
#include <memory>
#include <set>

namespace lockcore::test {

RecordingPlayer::RecordingPlayer(const RecordingHead &head, const RecordedTable::Sink &sink)
    : m_words(head)
    , m_classifier(head.patterns)
    , m_table(m_classifier, head, sink)
{ }

void RecordingPlayer::play(ExampleLine &line)
{
    const auto call = calls.find(line.word());
    if (call == calls.end())
        line.fail(line.word() + " is not a call of a recording");
    (this->*call->second)(line);
    line.finish();
}

// What the Prober found is found again, in the same surroundings. What is not listed now would not have come from there.
void RecordingPlayer::look(ExampleLine &line)
{
    auto [look, observed, found, otherScripts, otherChannels] = m_words.readLook(line);
    std::optional<Classified> classified;
    if (found) {
        if (!otherScripts)
            found->fingerprints = m_table.surroundings().fingerprints;
        if (!otherChannels)
            found->channels = m_table.surroundings().channels;
        auto match = m_classifier.classify(look, *found);
        if (!match || match->confidence < Classifier::leastListed)
            return;
        classified = {*std::move(match), *std::move(found)};
    }
    m_table.apply(std::move(look), observed, std::move(classified));
}

void RecordingPlayer::scripts(ExampleLine &line) { m_table.setFingerprints(RecordingWords::readNames(line)); }

void RecordingPlayer::channels(ExampleLine &line) { m_table.setChannels(RecordingWords::readNames(line)); }

void RecordingPlayer::releasedByUs(ExampleLine &line)
{
    const auto id = m_words.readKey(line);
    const auto at = m_words.readTime(line);
    std::vector<Bytes> owners;
    while (line.hasMore())
        owners.push_back(line.next("an owner"));
    m_table.releasedByUs(id, at, std::move(owners));
}

void RecordingPlayer::restarted(ExampleLine &) { m_table.serverRestarted(); }

void RecordingPlayer::failedOver(ExampleLine &) { m_table.failedOver(); }

void RecordingPlayer::exchanged(ExampleLine &) { m_table.dataExchanged(); }

void RecordingPlayer::jumped(ExampleLine &line) { m_table.clockJumped(Microseconds(line.nextNumber())); }

void RecordingPlayer::cut(ExampleLine &) { m_table.connectionLost(); }

void RecordingPlayer::waiters(ExampleLine &line)
{
    const auto id = m_words.readKey(line);
    m_table.setWaiters(id, m_words.readWaiters(line));
}

void RecordingPlayer::tick(ExampleLine &line) { m_table.tick(m_words.readTime(line)); }

void RecordingPlayer::lost(ExampleLine &line)
{
    const auto id = m_words.readKey(line);
    const auto at = m_words.readTime(line);
    m_table.loseSight(id, at, line.next("a reason"));
}

void RecordingPlayer::prune(ExampleLine &line)
{
    std::set<LockId> dropped;
    while (line.hasMore())
        dropped.insert(m_words.readKey(line));
    m_table.prune([&](const LockId &id) { return !dropped.contains(id); });
}

void RecordingPlayer::take(ExampleLine &)
{
    m_table.takeAlarms();
    m_table.takeChanged();
    m_table.takeGone();
}

const std::map<std::string, RecordingPlayer::Call> RecordingPlayer::calls = {
    {"look", &RecordingPlayer::look},
    {"scripts", &RecordingPlayer::scripts},
    {"channels", &RecordingPlayer::channels},
    {"released-by-us", &RecordingPlayer::releasedByUs},
    {"restarted", &RecordingPlayer::restarted},
    {"failed-over", &RecordingPlayer::failedOver},
    {"exchanged", &RecordingPlayer::exchanged},
    {"jumped", &RecordingPlayer::jumped},
    {"cut", &RecordingPlayer::cut},
    {"waiters", &RecordingPlayer::waiters},
    {"tick", &RecordingPlayer::tick},
    {"lost", &RecordingPlayer::lost},
    {"prune", &RecordingPlayer::prune},
    {"take", &RecordingPlayer::take},
};

namespace {

/// An input and its outputs.
struct Block
{
    std::int64_t number = 0; ///< of the input's line
    std::string input;
    std::vector<std::string> outputs;
};

// Goes through the blocks and plays each when it is complete.
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
            m_player = std::make_unique<RecordingPlayer>(head, [this](const std::string &lines) { m_now += lines; });
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

    // The table writes what is left to be taken when it ends: it has been compared, if the recording ends with it.
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
    std::string m_now; ///< the block as it is played now
    std::unique_ptr<RecordingPlayer> m_player;
};

} // namespace

PlayedRecordings playRecordings(std::istream &in, const std::string &name, std::function<void(const std::string &)> again)
{
    Playing playing(name, std::move(again));
    playing.read(in);
    return std::move(playing.played);
}

} // namespace lockcore::test
