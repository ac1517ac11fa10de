// SPDX-License-Identifier: MIT
#include "live/asking.h"

#include "redis/script.h"

namespace lockcore {

namespace {

class AnswerAsker final : public Asker
{
public:
    explicit AnswerAsker(Completion<Answer> done) : m_done(std::move(done)) { }

    bool abandoned() const override { return m_done.abandoned(); }
    void answer(Result<Reply> result) override { m_done.complete(Answer(std::move(result))); }

private:
    Completion<Answer> m_done;
};

class ScriptAsker final : public Asker
{
public:
    ScriptAsker(Connection &connection, std::vector<Bytes> command, Completion<Answer> done)
        : m_connection(connection), m_command(std::move(command)), m_done(std::move(done))
    {
    }

    bool abandoned() const override { return m_done.abandoned(); }

    void answer(Result<Reply> result) override
    {
        // After the worker has received "lost", a late NOSCRIPT must not start the script.
        if (std::exchange(m_answered, true) || m_done.abandoned())
            return;
        if (result.ok() && result->isError() && result->toError().is("NOSCRIPT")) // nothing ran
            ask(m_connection, m_command, m_done);
        else
            m_done.complete(Answer(std::move(result)));
    }

private:
    Connection &m_connection;
    const std::vector<Bytes> m_command;
    Completion<Answer> m_done;
    bool m_answered = false;
};

bool isOpen(const Connection &connection, Completion<Answer> &done)
{
    if (connection.state() == Connection::State::Open)
        return true;
    done.complete(Answer(Answer::notSent("no connection to " + shortName(connection.endpoint()))));
    return false;
}

} // namespace

const Bytes &ScriptNames::nameOf(const Bytes &script)
{
    constexpr std::size_t most = 1000; // a caller that writes a new script for each call must not fill the memory
    const auto known = m_names.find(script);
    if (known != m_names.end())
        return known->second;
    if (m_names.size() >= most)
        m_names.clear();
    return m_names.emplace(script, Script(script).sha1).first->second;
}

void ask(Connection &connection, std::span<const Bytes> command, Completion<Answer> done)
{
    if (isOpen(connection, done))
        connection.ask(std::make_unique<AnswerAsker>(std::move(done)), command);
}

void askByName(Connection &connection, ScriptNames &names, std::vector<Bytes> command, Completion<Answer> done)
{
    if (!isOpen(connection, done))
        return;
    auto byName = command;
    byName[0] = "EVALSHA";
    byName[1] = names.nameOf(command[1]);
    connection.ask(std::make_unique<ScriptAsker>(connection, std::move(command), std::move(done)), byName);
}

} // namespace lockcore
