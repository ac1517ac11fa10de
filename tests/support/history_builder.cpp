// SPDX-License-Identifier: MIT
#include "support/history_builder.h"

#include "lockcore/judge/judge.h"

namespace lockcore::test {

namespace {

std::string ownerIn(const std::string &name)
{
    const auto slash = name.find('/');
    return slash == std::string::npos ? std::string() : name.substr(slash + 1);
}

} // namespace

HistoryBuilder::HistoryBuilder(Milliseconds lease) { header.lease = lease; }

Incarnation HistoryBuilder::named(const std::string &name)
{
    const auto worker = name.substr(0, name.find('/'));
    const auto hash = worker.find('#');
    return hash == std::string::npos ? Incarnation{worker, 1} : Incarnation{worker.substr(0, hash), std::stoll(worker.substr(hash + 1))};
}

HistoryBuilder &HistoryBuilder::at(double milliseconds)
{
    m_now = Microseconds(std::int64_t(milliseconds * 1000));
    return *this;
}

HistoryBuilder &HistoryBuilder::on(std::int64_t server)
{
    m_server = server;
    return *this;
}

HistoryBuilder &HistoryBuilder::of(const std::string &lock)
{
    m_lock = lock;
    return *this;
}

HistoryBuilder &HistoryBuilder::add(What what)
{
    m_entries.push_back({m_entries.size() + 1, m_now, std::move(what)});
    return *this;
}

HistoryBuilder &HistoryBuilder::worker(const std::string &name)
{
    add(entry::Started{named(name)});
    entry::Ready ready;
    ready.who = named(name);
    ready.library = header.library;
    ready.capabilities = header.capabilities;
    ready.defaultLease = header.lease;
    return add(ready);
}

entry::Sent HistoryBuilder::sentBy(const std::string &name, entry::Request request)
{
    entry::Sent sent;
    sent.who = named(name);
    sent.owner = ownerIn(name);
    sent.request = request;
    sent.id = m_requests[name] = ++m_lastIds[sent.who];
    sent.lock = m_lock;
    return sent;
}

HistoryBuilder &HistoryBuilder::acquire(const std::string &name, std::optional<Milliseconds> lease, std::optional<Milliseconds> wait)
{
    auto sent = sentBy(name, entry::Request::Acquire);
    sent.lease = lease;
    sent.wait = wait;
    return add(sent);
}

HistoryBuilder &HistoryBuilder::request(const std::string &name, entry::Request request, std::optional<Milliseconds> length)
{
    auto sent = sentBy(name, request);
    sent.length = length;
    return add(sent);
}

HistoryBuilder &HistoryBuilder::release(const std::string &name) { return request(name, entry::Request::Release); }

HistoryBuilder &HistoryBuilder::answer(const std::string &name, entry::Received answer)
{
    answer.who = named(name);
    answer.id = m_requests[name];
    return add(answer);
}

HistoryBuilder &HistoryBuilder::ok(const std::string &name, std::optional<std::int64_t> token)
{
    entry::Received received;
    received.token = token;
    return answer(name, received);
}

HistoryBuilder &HistoryBuilder::no(const std::string &name)
{
    entry::Received received;
    received.answer = entry::Answer::No;
    return answer(name, received);
}

HistoryBuilder &HistoryBuilder::probe(const std::string &name, bool holding)
{
    request(name, entry::Request::Probe);
    entry::Received received;
    received.answer = entry::Answer::Held;
    received.holding = holding;
    return answer(name, received);
}

HistoryBuilder &HistoryBuilder::report(const std::string &name, entry::Report report)
{
    return add(entry::Reported{named(name), report, m_lock, ownerIn(name)});
}

entry::Accessed HistoryBuilder::callOf(const std::string &name, entry::Step step) const
{
    entry::Accessed call;
    call.who = named(name);
    call.owner = ownerIn(name);
    call.step = step;
    call.lock = m_lock;
    return call;
}

HistoryBuilder &HistoryBuilder::call(const std::string &name, entry::Step step, std::optional<std::int64_t> token)
{
    auto call = callOf(name, step);
    call.token = token;
    return add(call);
}

HistoryBuilder &HistoryBuilder::read(const std::string &name, std::int64_t version, std::int64_t value)
{
    auto call = callOf(name, entry::Step::Read);
    call.version = version;
    call.value = value;
    return add(call);
}

HistoryBuilder &HistoryBuilder::write(const std::string &name, std::int64_t based, std::int64_t value, std::int64_t version,
                                      std::optional<std::int64_t> token)
{
    auto call = callOf(name, entry::Step::Write);
    call.based = based;
    call.value = value;
    call.version = version;
    call.token = token;
    return add(call);
}

HistoryBuilder &HistoryBuilder::dies(const std::string &name, entry::Death death) { return add(entry::Died{named(name), death, {}}); }

HistoryBuilder &HistoryBuilder::pauses(const std::string &name) { return add(entry::Paused{named(name)}); }

HistoryBuilder &HistoryBuilder::resumes(const std::string &name) { return add(entry::Resumed{named(name)}); }

HistoryBuilder &HistoryBuilder::turn(const std::string &name, const std::string &command, entry::Verb verb)
{
    entry::Turn turn;
    turn.server = m_server;
    turn.who = named(name);
    turn.command = command;
    turn.verb = verb;
    turn.keys = {keyName()};
    add(turn);
    m_cause = last();
    return *this;
}

HistoryBuilder &HistoryBuilder::key(entry::KeyEvent event, const std::string &element, std::optional<Milliseconds> ttl, bool caused,
                                    entry::Role role)
{
    entry::KeyChanged changed;
    changed.server = m_server;
    changed.key = role == entry::Role::Other ? keyName() + ":queue" : keyName();
    changed.element = element;
    changed.event = event;
    changed.role = role;
    changed.lock = role == entry::Role::Holding ? m_lock : "";
    changed.cause = caused ? m_cause : 0;
    changed.ttl = ttl;
    return add(changed);
}

HistoryBuilder &HistoryBuilder::takes(const std::string &name)
{
    return turn(name, "SET", entry::Verb::Take).key(entry::KeyEvent::Created, name, header.lease);
}

HistoryBuilder &HistoryBuilder::frees(const std::string &name) { return removes(name, name, "EVALSHA"); }

HistoryBuilder &HistoryBuilder::removes(const std::string &name, const std::string &element, const std::string &command)
{
    return turn(name, command, entry::Verb::Free).key(entry::KeyEvent::Removed, element);
}

HistoryBuilder &HistoryBuilder::renews(const std::string &name)
{
    return turn(name, "EVALSHA", entry::Verb::Extend).key(entry::KeyEvent::Extended, name, header.lease);
}

HistoryBuilder &HistoryBuilder::expires(const std::string &element) { return key(entry::KeyEvent::Expired, element, {}, false); }

HistoryBuilder &HistoryBuilder::operatorFrees(const std::string &element)
{
    add(entry::Operated{m_lock, "force-release"});
    m_cause = last();
    return key(entry::KeyEvent::Removed, element);
}

HistoryBuilder &HistoryBuilder::serverFault(entry::ServerFault fault)
{
    add(entry::ServerFaulted{m_server, fault});
    m_cause = last();
    return *this;
}

History HistoryBuilder::end()
{
    add(entry::Ended{});
    return unfinished();
}

HistoryBuilder begun()
{
    HistoryBuilder story;
    story.worker("A").worker("B").at(5).add(entry::Begun{});
    return story;
}

Verdict verdictOn(const History &history, Property property)
{
    for (auto &verdict : judge(history)) {
        if (verdict.property == property)
            return verdict;
    }
    return {};
}

} // namespace lockcore::test
