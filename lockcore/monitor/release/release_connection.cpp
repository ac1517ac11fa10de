// SPDX-License-Identifier: MIT
#include "lockcore/monitor/release/release_connection.h"

#include "lockcore/monitor/reading/fingerprints.h"
#include "lockcore/monitor/reading/looker.h"
#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/server_check.h"
#include "lockcore/monitor/reading/server_clock.h"
#include "lockcore/monitor/release/release_server.h"

namespace lockcore {

namespace {

// Turns an error reply into an Error.
Result<Reply> answered(Result<Reply> reply) { return reply && reply->isError() ? Result<Reply>(reply->toError()) : std::move(reply); }

} // namespace

ReleaseConnection::ReleaseConnection(const Endpoint &endpoint, Milliseconds timeout, const Classifier &classifier, EventLoop &loop,
                                     Clock &clock, std::optional<Endpoint> importer)
    : m_endpoint(endpoint)
    , m_importer(std::move(importer))
    , m_timeout(timeout)
    , m_classifier(classifier)
    , m_loop(loop)
    , m_clock(clock)
{ }

Task<Result<void>> ReleaseConnection::open()
{
    ConnectionOptions options;
    options.connectTimeout = m_timeout;
    options.commandTimeout = m_timeout;
    options.asking = m_importer.has_value();
    m_connection = std::make_unique<Connection>(m_importer.value_or(m_endpoint), std::move(options), m_loop, m_clock);
    if (const auto opened = co_await m_connection->open(); !opened)
        co_return opened.error();
    const auto check = co_await checkServer(*m_connection, m_clock);
    if (!check)
        co_return check.error();
    m_server = releaseServer(check->facts);
    co_return Result<void>();
}

Task<Result<KeySnapshot>> ReleaseConnection::look(ReleaseRequest wish, bool underWatch)
{
    auto look = co_await read(std::move(wish), underWatch);
    if (!look && isTooLarge(look.error()))
        co_return Error{ErrorKind::Refused,
                        "it is larger than Lockscope reads, so what it holds cannot be compared; find out with redis-cli what it is, and "
                        "delete it there if nothing uses it",
                        "too-large"};
    co_return look;
}

Task<Result<KeySnapshot>> ReleaseConnection::read(ReleaseRequest wish, bool underWatch)
{
    Looker looker(*m_connection, m_classifier, {m_server.hasPexpiretime, underWatch});
    LookRequest request;
    request.id = wish.id;
    auto look = co_await looker.look(request);
    if (look && !look->value.whole()) {
        if (const auto named = co_await readNamed(wish.owners, *look); !named)
            co_return named.error();
    }
    if (!look || wish.action != ReleaseAction::DropDeadHead || look->value.exists())
        co_return look;
    for (const auto &[key, type] : Classifier::queues(wish.id.key))
        request.companions.emplace(key, CompanionForm::first(type));
    request.asksSizes = !request.companions.empty();
    co_return co_await looker.look(std::move(request));
}

Task<Result<void>> ReleaseConnection::readNamed(std::vector<Bytes> owners, KeySnapshot &look)
{
    auto &value = look.value;
    if (value.type != ValueType::Zset && value.type != ValueType::Hash && value.type != ValueType::Set)
        co_return Result<void>();
    std::erase_if(owners, [&](const Bytes &owner) { return value.find(owner) != nullptr; });
    for (auto &owner : owners) {
        auto second = co_await secondPartOf(owner, look);
        if (!second)
            co_return second.error();
        if (*second)
            value.elements.emplace_back(std::move(owner), **std::move(second));
    }
    co_return Result<void>();
}

Task<Result<std::optional<Bytes>>> ReleaseConnection::secondPartOf(Bytes element, const KeySnapshot &look)
{
    using Found = Result<std::optional<Bytes>>;
    const auto type = look.value.type;
    // Of a hash, the value is read only if it is short enough for a count.
    const Args ask = {type == ValueType::Zset ? "ZSCORE" : type == ValueType::Set ? "SISMEMBER" : "HSTRLEN", look.id.key, element};
    auto reply = answered(co_await m_connection->command(ask));
    if (!reply)
        co_return reply.error();
    if (type == ValueType::Zset)
        co_return reply->isNil() ? Found(std::nullopt) : Found(std::move(reply->text));
    const auto number = reply->toInteger().value_or(0);
    if (type == ValueType::Set)
        co_return number == 1 ? Found(Bytes()) : Found(std::nullopt);
    if (number < 1 || number > Value::mostTextBytes)
        co_return Found(std::nullopt);
    const Args read = {"HGET", look.id.key, element};
    auto field = answered(co_await m_connection->command(read));
    if (!field)
        co_return field.error();
    co_return field->isNil() ? Found(std::nullopt) : Found(std::move(field->text));
}

Task<Result<void>> ReleaseConnection::readLeases(std::vector<Bytes> keys, KeySnapshot &look)
{
    Batch batch;
    batch.add({"TIME"});
    for (const auto &key : keys)
        batch.add({m_server.hasPexpiretime ? "PEXPIRETIME" : "PTTL", key});
    const auto replies = co_await m_connection->send(std::move(batch));
    if (!replies)
        co_return replies.error();
    const auto now = std::chrono::floor<Milliseconds>(timeFrom(replies->front().elements)).time_since_epoch().count();
    for (std::size_t i = 0; i < keys.size(); ++i) {
        const auto &reply = (*replies)[i + 1];
        if (reply.isError())
            co_return reply.toError();
        const auto ends = reply.toInteger().value_or(-2);
        look.leases[keys[i]] = ends >= 0 && !m_server.hasPexpiretime ? now + std::min(ends, latestTime) : ends;
    }
    co_return Result<void>();
}

Task<void> ReleaseConnection::readSurroundings(Bytes key, RecognitionContext &around)
{
    const auto libraries = co_await loadedLibraries(*m_connection);
    for (const auto &library : libraries ? *libraries : Libraries())
        around.fingerprints.insert(library);
    const auto channels = Classifier::channels(key);
    Args command = {"PUBSUB", "NUMSUB"};
    command.insert(command.end(), channels.begin(), channels.end());
    const auto reply = co_await m_connection->command(command);
    if (!reply || !reply->isArray())
        co_return;
    for (std::size_t i = 0; i + 1 < reply->elements.size(); i += 2) {
        if (reply->elements[i + 1].toInteger().value_or(0) > 0)
            around.channels.insert(reply->elements[i].text);
    }
}

} // namespace lockcore
