// SPDX-License-Identifier: MIT
// Reads the lines of the worker protocol.
#include "lockcore/lab/protocol/message_reader.h"

#include <QJsonDocument>

#include <algorithm>

namespace lockcore::worker {

using namespace Qt::Literals::StringLiterals;

namespace {

/// The fields that requests about a lock share.
template <class Named>
Named named(MessageReader &reader)
{
    Named result;
    result.id = reader.neededNumber("id"_L1);
    result.lock = reader.neededText("lock"_L1);
    result.owner = reader.anyText("owner"_L1);
    return result;
}

entry::Mode modeIn(MessageReader &reader)
{
    return reader.choice<entry::Mode>("mode"_L1, reader.optionalText("mode"_L1).value_or(std::string(wordOf(entry::Mode::Exclusive))));
}

template <class Named>
Event eventAbout(MessageReader &reader)
{
    Named result;
    result.lock = reader.neededText("lock"_L1);
    result.owner = reader.anyText("owner"_L1);
    return result;
}

Request hello(MessageReader &reader)
{
    Hello hello;
    hello.proto = reader.neededNumber("proto"_L1);
    if (hello.proto != protocolVersion)
        return hello; // another version's fields may mean anything
    hello.worker = reader.anyText("worker"_L1);
    hello.incarnation = reader.number("incarnation"_L1).value_or(1);
    hello.seed = reader.number("seed"_L1).value_or(0);
    for (const auto &each : reader.list(reader.has("servers"_L1) ? "servers"_L1 : "redis"_L1)) { // earlier versions have only `redis`
        MessageReader server(each.toObject());
        const auto store = server.anyText("store"_L1);
        hello.servers.push_back({server.neededText("url"_L1), server.anyText("host"_L1), server.number("port"_L1).value_or(0),
                                 server.anyText("password"_L1), server.number("db"_L1).value_or(0), store.empty() ? "redis" : store});
        reader.addMistake(server);
    }
    hello.cluster = reader.truth("cluster"_L1).value_or(false);
    auto options = reader.inner("options"_L1);
    auto &read = hello.options;
    read.commandTimeout = options.time("command_timeout_ms"_L1).value_or(read.commandTimeout);
    read.connectTimeout = options.time("connect_timeout_ms"_L1).value_or(read.connectTimeout);
    read.defaultLease = options.time("default_lease_ms"_L1);
    read.retry = options.time("retry_ms"_L1).value_or(read.retry);
    read.clockSkew = Milliseconds(options.number("clock_skew_ms"_L1).value_or(0));
    reader.addMistake(options);
    return hello;
}

Request acquire(MessageReader &reader)
{
    auto acquire = named<Acquire>(reader);
    acquire.wait = reader.time("wait_ms"_L1);
    acquire.lease = reader.time("lease_ms"_L1);
    acquire.mode = modeIn(reader);
    return acquire;
}

Request release(MessageReader &reader) { return named<Release>(reader); }

Request extend(MessageReader &reader)
{
    auto extend = named<Extend>(reader);
    extend.lease = reader.neededTime("lease_ms"_L1);
    return extend;
}

Request cancel(MessageReader &reader) { return Cancel{reader.neededNumber("re"_L1)}; }

Request probe(MessageReader &reader) { return named<Probe>(reader); }

Request work(MessageReader &reader)
{
    auto work = named<Work>(reader);
    for (const auto &step : reader.texts("steps"_L1))
        work.steps.push_back(reader.choice<entry::Step>("steps"_L1, step));
    return work;
}

Request stall(MessageReader &reader) { return Stall{reader.neededNumber("id"_L1), reader.neededTime("ms"_L1)}; }

Request throwing(MessageReader &reader) { return Throw{reader.neededNumber("id"_L1)}; }

Request bye(MessageReader &) { return Bye(); }

Request accepted(MessageReader &reader) { return ResourceAnswer{reader.neededNumber("re"_L1), true, reader.number("value"_L1), {}}; }

Request refused(MessageReader &reader)
{
    return ResourceAnswer{reader.neededNumber("re"_L1), false, std::nullopt, reader.anyText("reason"_L1)};
}

Message helloOk(MessageReader &reader)
{
    HelloOk hello;
    hello.proto = reader.neededNumber("proto"_L1);
    if (hello.proto != protocolVersion)
        return hello;
    reader.neededText("library"_L1);
    hello.library = reader.shortText("library"_L1);
    hello.version = reader.shortText("version"_L1);
    hello.language = reader.shortText("language"_L1);
    hello.capabilities = reader.texts("caps"_L1);
    hello.defaultLease = reader.time("default_lease_ms"_L1);
    hello.renewEvery = reader.time("renew_every_ms"_L1);
    hello.minLease = reader.time("min_lease_ms"_L1).value_or(hello.minLease);
    hello.leaseStep = reader.time("lease_step_ms"_L1).value_or(hello.leaseStep);
    hello.queueTimeout = reader.time("queue_timeout_ms"_L1);
    hello.sessionLease = reader.anyText("lease"_L1) == "session";
    return hello;
}

Message ok(MessageReader &reader)
{
    Ok ok;
    ok.re = reader.neededNumber("re"_L1);
    ok.token = reader.number("token"_L1);
    ok.validity = reader.time("validity_ms"_L1);
    ok.count = reader.count("count"_L1);
    ok.key = reader.anyText("key"_L1);
    ok.mark = reader.anyText("mark"_L1);
    return ok;
}

Message no(MessageReader &reader) { return No{reader.neededNumber("re"_L1), reader.anyText("reason"_L1)}; }

Message err(MessageReader &reader)
{
    Err err;
    err.re = reader.number("re"_L1);
    err.code = reader.neededText("code"_L1);
    err.definite = reader.truth("definite"_L1).value_or(false);
    err.text = reader.anyText("text"_L1);
    return err;
}

Message held(MessageReader &reader) { return Held{reader.neededNumber("re"_L1), reader.neededTruth("holding"_L1)}; }

Message waits(MessageReader &reader) { return eventAbout<Waits>(reader); }
Message renewed(MessageReader &reader) { return eventAbout<Renewed>(reader); }
Message lost(MessageReader &reader) { return eventAbout<Lost>(reader); }

Message at(MessageReader &reader) { return Event(At{reader.neededText("file"_L1), reader.neededNumber("line"_L1)}); }

Message call(MessageReader &reader)
{
    auto call = named<ResourceCall>(reader);
    call.work = reader.neededNumber("work"_L1);
    call.step = reader.choice<entry::Step>("op"_L1, reader.neededText("op"_L1));
    call.mode = modeIn(reader);
    call.token = reader.number("token"_L1);
    call.value = reader.number("value"_L1);
    return call;
}

template <class Value>
struct Type
{
    std::string_view name;
    Value (*read)(MessageReader &);
};

constexpr Type<Request> requestTypes[] = {{"hello", hello},    {"acquire", acquire}, {"release", release}, {"extend", extend},
                                          {"cancel", cancel},  {"probe", probe},     {"work", work},       {"stall", stall},
                                          {"throw", throwing}, {"bye", bye},         {"res_ok", accepted}, {"res_no", refused}};

constexpr Type<Message> messageTypes[] = {{"hello_ok", helloOk}, {"ok", ok},           {"no", no},     {"err", err}, {"held", held},
                                          {"waiting", waits},    {"renewed", renewed}, {"lost", lost}, {"at", at},   {"res", call}};

template <class Value, std::size_t count>
const Type<Value> *typeNamed(const std::string &name, const Type<Value> (&types)[count])
{
    const auto found = std::find_if(std::begin(types), std::end(types), [&](const auto &type) { return type.name == name; });
    return found == std::end(types) ? nullptr : found;
}

/// nullopt: the line is not one JSON object.
std::optional<QJsonObject> objectIn(std::string_view line)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), static_cast<qsizetype>(line.size())), &error);
    return error.error == QJsonParseError::NoError && document.isObject() ? std::optional(document.object()) : std::nullopt;
}

Error wrong(const std::string &sentence) { return {ErrorKind::Refused, sentence, "worker"}; }

} // namespace
Request requestOf(std::string_view line)
{
    const auto object = objectIn(line);
    if (!object)
        return BadRequest{std::nullopt, "malformed", "this line is not a JSON object: " + shownLine(line)};
    MessageReader reader(*object);
    const auto id = MessageReader(*object).number("id"_L1);
    const auto name = reader.anyText("type"_L1);
    const auto *type = typeNamed(name, requestTypes);
    if (!type)
        return BadRequest{id, "unsupported", "there is no request \"" + escaped(elidedInMiddle(name, 40)) + '"'};
    auto request = type->read(reader);
    if (!reader.mistake().empty())
        return BadRequest{id, "malformed", reader.mistake() + " in: " + shownLine(line)};
    return request;
}

Result<Message> messageOf(std::string_view line)
{
    if (line.find_first_not_of(" \t\r\n") == std::string_view::npos)
        return wrong("The worker wrote an empty line. Each line must be one JSON object; logs belong on stderr.");
    const auto object = objectIn(line);
    if (!object)
        return wrong("The worker wrote a line that is not a JSON object: " + shownLine(line) + ". Logs belong on stderr.");
    MessageReader reader(*object);
    const auto name = reader.anyText("type"_L1);
    if (name.empty())
        return wrong("The worker wrote a message without a \"type\": " + shownLine(line) + '.');
    const auto *type = typeNamed(name, messageTypes);
    if (!type)
        return wrong("The worker wrote a message whose \"type\" is unknown: " + shownLine(line) + '.');
    auto message = type->read(reader);
    if (!reader.mistake().empty())
        return wrong("In the worker's message " + shownLine(line) + ' ' + reader.mistake() + '.');
    return message;
}

} // namespace lockcore::worker
