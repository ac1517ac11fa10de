// SPDX-License-Identifier: MIT
#include "lockcore/live/asking.h"

#include "lockcore/redis/script.h"

namespace lockcore {

namespace {

class AnswerAsker final : public Asker
{
public:
    explicit AnswerAsker(Completion<Answer> done)
        : m_done(std::move(done))
    { }

    bool abandoned() const override { return m_done.abandoned(); }
    void answer(Result<Reply> result) override { m_done.complete(Answer(std::move(result))); }

private:
    Completion<Answer> m_done;
};

// Receives the reply to a script that was sent as text.
class ScriptAsker final : public Asker
{
public:
    ScriptAsker(KnownScripts &scripts, Bytes script, Completion<Answer> done)
        : m_scripts(scripts)
        , m_script(std::move(script))
        , m_done(std::move(done))
    { }

    bool abandoned() const override { return m_done.abandoned(); }

    void answer(Result<Reply> result) override
    {
        if (result.ok() && !result->isError())
            m_scripts.note(m_script);
        m_done.complete(Answer(std::move(result)));
    }

private:
    KnownScripts &m_scripts;
    const Bytes m_script;
    Completion<Answer> m_done;
};

class ScriptNameAsker final : public Asker
{
public:
    ScriptNameAsker(Connection &connection, KnownScripts &scripts, std::vector<Bytes> command, Completion<Answer> done)
        : m_connection(connection)
        , m_scripts(scripts)
        , m_command(std::move(command))
        , m_done(std::move(done))
    { }

    bool abandoned() const override { return m_done.abandoned(); }

    void answer(Result<Reply> result) override
    {
        // After the worker has received "lost", a late NOSCRIPT must not start the script.
        if (std::exchange(m_answered, true) || m_done.abandoned())
            return;
        if (result.ok() && result->isError() && result->toError().is("NOSCRIPT")) { // NOSCRIPT: the script did not run
            m_scripts.forget();
            askByName(m_connection, m_scripts, m_command, m_done);
        } else {
            m_done.complete(Answer(std::move(result)));
        }
    }

private:
    Connection &m_connection;
    KnownScripts &m_scripts;
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

const Bytes *KnownScripts::nameOf(const Bytes &script) const
{
    const auto known = m_names.find(script);
    return known != m_names.end() ? &known->second : nullptr;
}

void KnownScripts::note(const Bytes &script)
{
    constexpr std::size_t most = 1000; // a caller that writes a new script for each call must not fill the memory
    if (m_names.contains(script))
        return;
    if (m_names.size() >= most)
        m_names.clear();
    m_names.emplace(script, Script(script).sha1);
}

void ask(Connection &connection, std::span<const Bytes> command, Completion<Answer> done)
{
    if (isOpen(connection, done))
        connection.ask(std::make_unique<AnswerAsker>(std::move(done)), command);
}

void askByName(Connection &connection, KnownScripts &scripts, std::vector<Bytes> command, Completion<Answer> done)
{
    if (!isOpen(connection, done))
        return;
    const auto *name = scripts.nameOf(command[1]);
    if (!name) {
        connection.ask(std::make_unique<ScriptAsker>(scripts, command[1], std::move(done)), command);
        return;
    }
    auto byName = command;
    byName[0] = "EVALSHA";
    byName[1] = *name;
    connection.ask(std::make_unique<ScriptNameAsker>(connection, scripts, std::move(command), std::move(done)), byName);
}

} // namespace lockcore
