// SPDX-License-Identifier: MIT
#include "lockcore/lab/worker_message.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

#include <algorithm>
#include <cmath>

namespace lockcore::worker {

using namespace Qt::Literals::StringLiterals;

namespace {

constexpr std::int64_t largestInteger = std::int64_t(1) << 53;

QString text(std::string_view bytes) { return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())); }

/// Builds a line, field by field; leaves out what is absent or empty.
class Writer
{
public:
    explicit Writer(QLatin1StringView type) { m_object.insert("type"_L1, type); }

    Writer &put(QLatin1StringView name, std::int64_t number)
    {
        m_object.insert(name, static_cast<qint64>(number));
        return *this;
    }
    Writer &put(QLatin1StringView name, Milliseconds time) { return put(name, static_cast<std::int64_t>(time.count())); }
    template <class Value>
    Writer &put(QLatin1StringView name, const std::optional<Value> &value)
    {
        return value ? put(name, *value) : *this;
    }
    Writer &put(QLatin1StringView name, const std::string &bytes)
    {
        if (!bytes.empty())
            m_object.insert(name, text(bytes));
        return *this;
    }
    Writer &put(QLatin1StringView name, const QJsonValue &value)
    {
        m_object.insert(name, value);
        return *this;
    }
    Writer &put(entry::Mode mode) { return put("mode"_L1, QJsonValue(text(wordOf(mode)))); }

    const QJsonObject &object() const { return m_object; }
    std::string line() const { return QJsonDocument(m_object).toJson(QJsonDocument::Compact).toStdString() + '\n'; }

private:
    QJsonObject m_object;
};

QJsonArray serversOf(const Hello &hello)
{
    QJsonArray servers;
    for (const auto &server : hello.redis) {
        servers.append(QJsonObject{{"url"_L1, text(server.url)},
                                   {"host"_L1, text(server.host)},
                                   {"port"_L1, static_cast<qint64>(server.port)},
                                   {"password"_L1, text(server.password)},
                                   {"db"_L1, static_cast<qint64>(server.db)}});
    }
    return servers;
}

QJsonObject objectOf(const HelloOptions &options)
{
    QJsonObject object{{"command_timeout_ms"_L1, static_cast<qint64>(options.commandTimeout.count())},
                       {"connect_timeout_ms"_L1, static_cast<qint64>(options.connectTimeout.count())},
                       {"retry_ms"_L1, static_cast<qint64>(options.retry.count())},
                       {"clock_skew_ms"_L1, static_cast<qint64>(options.clockSkew.count())}};
    if (options.defaultLease)
        object.insert("default_lease_ms"_L1, static_cast<qint64>(options.defaultLease->count()));
    return object;
}

QJsonArray namesOf(const std::vector<entry::Step> &steps)
{
    QJsonArray names;
    for (const auto step : steps)
        names.append(text(wordOf(step)));
    return names;
}

struct RequestWriter
{
    std::string operator()(const Hello &hello) const
    {
        return Writer("hello"_L1)
            .put("proto"_L1, hello.proto)
            .put("worker"_L1, hello.worker)
            .put("incarnation"_L1, hello.incarnation)
            .put("seed"_L1, hello.seed)
            .put("redis"_L1, QJsonValue(serversOf(hello)))
            .put("options"_L1, QJsonValue(objectOf(hello.options)))
            .line();
    }
    std::string operator()(const Acquire &acquire) const
    {
        auto writer = about("acquire"_L1, acquire);
        return writer.put("wait_ms"_L1, acquire.wait).put("lease_ms"_L1, acquire.lease).put(acquire.mode).line();
    }
    std::string operator()(const Release &release) const { return about("release"_L1, release).line(); }
    std::string operator()(const Extend &extend) const { return about("extend"_L1, extend).put("lease_ms"_L1, extend.lease).line(); }
    std::string operator()(const Cancel &cancel) const { return Writer("cancel"_L1).put("re"_L1, cancel.re).line(); }
    std::string operator()(const Probe &probe) const { return about("probe"_L1, probe).line(); }
    std::string operator()(const Work &work) const
    {
        return about("work"_L1, work).put("steps"_L1, QJsonValue(namesOf(work.steps))).line();
    }
    std::string operator()(const Stall &stall) const { return Writer("stall"_L1).put("id"_L1, stall.id).put("ms"_L1, stall.time).line(); }
    std::string operator()(const Throw &request) const { return Writer("throw"_L1).put("id"_L1, request.id).line(); }
    std::string operator()(const Bye &) const { return Writer("bye"_L1).line(); }
    std::string operator()(const ResourceAnswer &answer) const
    {
        return Writer(answer.accepted ? "res_ok"_L1 : "res_no"_L1)
            .put("re"_L1, answer.re)
            .put("value"_L1, answer.value)
            .put("reason"_L1, answer.reason)
            .line();
    }
    std::string operator()(const BadRequest &bad) const { return Writer("bad_request"_L1).put("id"_L1, bad.id).line(); }

private:
    template <class Named>
    static Writer about(QLatin1StringView type, const Named &request)
    {
        Writer writer(type);
        writer.put("id"_L1, request.id).put("lock"_L1, QJsonValue(text(request.lock))).put("owner"_L1, request.owner);
        return writer;
    }
};

struct MessageWriter
{
    std::string operator()(const Answer &answer) const { return std::visit(*this, answer); }
    std::string operator()(const Event &event) const { return std::visit(*this, event); }

    std::string operator()(const HelloOk &hello) const
    {
        QJsonArray capabilities;
        for (const auto &capability : hello.capabilities)
            capabilities.append(text(capability));
        Writer writer("hello_ok"_L1);
        writer.put("proto"_L1, hello.proto)
            .put("library"_L1, hello.library)
            .put("version"_L1, hello.version)
            .put("language"_L1, hello.language)
            .put("caps"_L1, QJsonValue(capabilities))
            .put("default_lease_ms"_L1, QJsonValue(QJsonValue::Null))
            .put("default_lease_ms"_L1, hello.defaultLease)
            .put("renew_every_ms"_L1, hello.renewEvery)
            .put("min_lease_ms"_L1, hello.minLease)
            .put("lease_step_ms"_L1, hello.leaseStep);
        return writer.line();
    }
    std::string operator()(const Ok &ok) const
    {
        return Writer("ok"_L1)
            .put("re"_L1, ok.re)
            .put("token"_L1, ok.token)
            .put("validity_ms"_L1, ok.validity)
            .put("count"_L1, ok.count)
            .put("key"_L1, ok.key)
            .put("mark"_L1, ok.mark)
            .line();
    }
    std::string operator()(const No &no) const { return Writer("no"_L1).put("re"_L1, no.re).put("reason"_L1, no.reason).line(); }
    std::string operator()(const Err &err) const
    {
        return Writer("err"_L1)
            .put("re"_L1, err.re)
            .put("code"_L1, err.code)
            .put("definite"_L1, QJsonValue(err.definite))
            .put("text"_L1, err.text)
            .line();
    }
    std::string operator()(const Held &held) const
    {
        return Writer("held"_L1).put("re"_L1, held.re).put("holding"_L1, QJsonValue(held.holding)).line();
    }
    std::string operator()(const Waits &event) const { return about("waiting"_L1, event); }
    std::string operator()(const Renewed &event) const { return about("renewed"_L1, event); }
    std::string operator()(const Lost &event) const { return about("lost"_L1, event); }
    std::string operator()(const At &at) const { return Writer("at"_L1).put("file"_L1, at.file).put("line"_L1, at.line).line(); }
    std::string operator()(const ResourceCall &call) const
    {
        return Writer("res"_L1)
            .put("id"_L1, call.id)
            .put("work"_L1, call.work)
            .put("op"_L1, QJsonValue(text(wordOf(call.step))))
            .put("lock"_L1, QJsonValue(text(call.lock)))
            .put("owner"_L1, call.owner)
            .put(call.mode)
            .put("token"_L1, call.token)
            .put("value"_L1, call.value)
            .line();
    }

private:
    template <class Named>
    static std::string about(QLatin1StringView type, const Named &event)
    {
        return Writer(type).put("lock"_L1, QJsonValue(text(event.lock))).put("owner"_L1, event.owner).line();
    }
};

/// Reads the fields of a message and keeps the first mistake. `null` counts as absent.
class Reader
{
public:
    explicit Reader(QJsonObject object)
        : m_object(std::move(object))
    { }

    std::optional<std::int64_t> number(QLatin1StringView name)
    {
        const auto value = m_object.value(name);
        if (value.isNull() || value.isUndefined())
            return std::nullopt;
        const auto number = value.toDouble(0.5);
        if (number != std::floor(number) || std::abs(number) > static_cast<double>(largestInteger)) {
            refuse(name, "must be an integer within ±2^53");
            return std::nullopt;
        }
        return value.toInteger();
    }
    std::int64_t neededNumber(QLatin1StringView name) { return needed(name, number(name)); }
    Lease time(QLatin1StringView name)
    {
        const auto milliseconds = number(name);
        if (milliseconds && *milliseconds < 0)
            refuse(name, "must not be negative");
        return milliseconds ? Lease(*milliseconds) : std::nullopt;
    }
    Milliseconds neededTime(QLatin1StringView name) { return needed(name, time(name)); }

    std::optional<std::string> optionalText(QLatin1StringView name)
    {
        const auto value = m_object.value(name);
        if (value.isNull() || value.isUndefined())
            return std::nullopt;
        if (!value.isString())
            refuse(name, "must be a text");
        return value.toString().toStdString();
    }
    std::string anyText(QLatin1StringView name) { return optionalText(name).value_or(std::string()); }
    std::string neededText(QLatin1StringView name) { return needed(name, optionalText(name)); }

    std::optional<bool> truth(QLatin1StringView name)
    {
        const auto value = m_object.value(name);
        if (!value.isBool() && !value.isNull() && !value.isUndefined())
            refuse(name, "must be true or false");
        return value.isBool() ? std::optional(value.toBool()) : std::nullopt;
    }
    bool neededTruth(QLatin1StringView name) { return needed(name, truth(name)); }

    template <HasWords Enum>
    Enum choice(QLatin1StringView name, const std::string &given)
    {
        if (const auto found = fromWord<Enum>(given))
            return *found;
        refuse(name, "must be one of " + listOfWords<Enum>());
        return {};
    }
    entry::Mode mode() { return choice<entry::Mode>("mode"_L1, optionalText("mode"_L1).value_or("x")); }
    entry::Step step() { return choice<entry::Step>("op"_L1, neededText("op"_L1)); }

    QJsonArray list(QLatin1StringView name)
    {
        const auto value = m_object.value(name);
        if (!value.isArray())
            refuse(name, "must be a list");
        return value.toArray();
    }
    std::vector<std::string> texts(QLatin1StringView name)
    {
        std::vector<std::string> result;
        for (const auto &each : list(name)) {
            if (!each.isString())
                refuse(name, "must be a list of texts");
            result.push_back(each.toString().toStdString());
        }
        return result;
    }
    Reader inner(QLatin1StringView name) const { return Reader(m_object.value(name).toObject()); }

    void refuse(QLatin1StringView name, std::string_view why)
    {
        if (m_mistake.empty())
            m_mistake = '"' + std::string(name.data(), static_cast<std::size_t>(name.size())) + "\" " + std::string(why);
    }
    const std::string &mistake() const { return m_mistake; }
    void addMistake(const Reader &inner)
    {
        if (m_mistake.empty())
            m_mistake = inner.m_mistake;
    }

private:
    template <class Value>
    Value needed(QLatin1StringView name, const std::optional<Value> &value)
    {
        if (!value)
            refuse(name, "is missing");
        return value.value_or(Value());
    }

    QJsonObject m_object;
    std::string m_mistake;
};

/// The fields that requests about a lock share.
template <class Named>
Named named(Reader &reader)
{
    Named result;
    result.id = reader.neededNumber("id"_L1);
    result.lock = reader.neededText("lock"_L1);
    result.owner = reader.anyText("owner"_L1);
    return result;
}

template <class Named>
Event eventAbout(Reader &reader)
{
    Named result;
    result.lock = reader.neededText("lock"_L1);
    result.owner = reader.anyText("owner"_L1);
    return result;
}

Request hello(Reader &reader)
{
    Hello hello;
    hello.proto = reader.neededNumber("proto"_L1);
    if (hello.proto != protocolVersion)
        return hello; // its other fields may mean anything
    hello.worker = reader.anyText("worker"_L1);
    hello.incarnation = reader.number("incarnation"_L1).value_or(1);
    hello.seed = reader.number("seed"_L1).value_or(0);
    for (const auto &each : reader.list("redis"_L1)) {
        Reader server(each.toObject());
        hello.redis.push_back({server.neededText("url"_L1), server.anyText("host"_L1), server.number("port"_L1).value_or(0),
                               server.anyText("password"_L1), server.number("db"_L1).value_or(0)});
        reader.addMistake(server);
    }
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

Request acquire(Reader &reader)
{
    auto acquire = named<Acquire>(reader);
    acquire.wait = reader.time("wait_ms"_L1);
    acquire.lease = reader.time("lease_ms"_L1);
    acquire.mode = reader.mode();
    return acquire;
}

Request release(Reader &reader) { return named<Release>(reader); }

Request extend(Reader &reader)
{
    auto extend = named<Extend>(reader);
    extend.lease = reader.neededTime("lease_ms"_L1);
    return extend;
}

Request cancel(Reader &reader) { return Cancel{reader.neededNumber("re"_L1)}; }

Request probe(Reader &reader) { return named<Probe>(reader); }

Request work(Reader &reader)
{
    auto work = named<Work>(reader);
    for (const auto &step : reader.texts("steps"_L1))
        work.steps.push_back(reader.choice<entry::Step>("steps"_L1, step));
    return work;
}

Request stall(Reader &reader) { return Stall{reader.neededNumber("id"_L1), reader.neededTime("ms"_L1)}; }

Request throwing(Reader &reader) { return Throw{reader.neededNumber("id"_L1)}; }

Request bye(Reader &) { return Bye(); }

Request accepted(Reader &reader) { return ResourceAnswer{reader.neededNumber("re"_L1), true, reader.number("value"_L1), {}}; }

Request refused(Reader &reader) { return ResourceAnswer{reader.neededNumber("re"_L1), false, std::nullopt, reader.anyText("reason"_L1)}; }

Message helloOk(Reader &reader)
{
    HelloOk hello;
    hello.proto = reader.neededNumber("proto"_L1);
    if (hello.proto != protocolVersion)
        return hello;
    hello.library = reader.neededText("library"_L1);
    hello.version = reader.anyText("version"_L1);
    hello.language = reader.anyText("language"_L1);
    hello.capabilities = reader.texts("caps"_L1);
    hello.defaultLease = reader.time("default_lease_ms"_L1);
    hello.renewEvery = reader.time("renew_every_ms"_L1);
    hello.minLease = reader.time("min_lease_ms"_L1).value_or(hello.minLease);
    hello.leaseStep = reader.time("lease_step_ms"_L1).value_or(hello.leaseStep);
    return hello;
}

Message ok(Reader &reader)
{
    Ok ok;
    ok.re = reader.neededNumber("re"_L1);
    ok.token = reader.number("token"_L1);
    ok.validity = reader.time("validity_ms"_L1);
    ok.count = reader.number("count"_L1);
    ok.key = reader.anyText("key"_L1);
    ok.mark = reader.anyText("mark"_L1);
    return ok;
}

Message no(Reader &reader) { return No{reader.neededNumber("re"_L1), reader.anyText("reason"_L1)}; }

Message err(Reader &reader)
{
    Err err;
    err.re = reader.number("re"_L1);
    err.code = reader.neededText("code"_L1);
    err.definite = reader.truth("definite"_L1).value_or(false);
    err.text = reader.anyText("text"_L1);
    return err;
}

Message held(Reader &reader) { return Held{reader.neededNumber("re"_L1), reader.neededTruth("holding"_L1)}; }

Message waits(Reader &reader) { return eventAbout<Waits>(reader); }
Message renewed(Reader &reader) { return eventAbout<Renewed>(reader); }
Message lost(Reader &reader) { return eventAbout<Lost>(reader); }

Message at(Reader &reader) { return Event(At{reader.neededText("file"_L1), reader.neededNumber("line"_L1)}); }

Message call(Reader &reader)
{
    auto call = named<ResourceCall>(reader);
    call.work = reader.neededNumber("work"_L1);
    call.step = reader.step();
    call.mode = reader.mode();
    call.token = reader.number("token"_L1);
    call.value = reader.number("value"_L1);
    return call;
}

template <class Value>
struct Type
{
    std::string_view name;
    Value (*read)(Reader &);
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

/// None: it is not one JSON object.
std::optional<QJsonObject> objectIn(std::string_view line)
{
    QJsonParseError error;
    const auto document = QJsonDocument::fromJson(QByteArray::fromRawData(line.data(), static_cast<qsizetype>(line.size())), &error);
    return error.error == QJsonParseError::NoError && document.isObject() ? std::optional(document.object()) : std::nullopt;
}

Error wrong(const std::string &sentence) { return {ErrorKind::Refused, sentence, "worker"}; }

} // namespace

bool HelloOk::can(std::string_view capability) const
{
    return std::find(capabilities.begin(), capabilities.end(), capability) != capabilities.end();
}

std::string lineOf(const Request &request) { return std::visit(RequestWriter(), request); }

std::string lineOf(const Message &message) { return std::visit(MessageWriter(), message); }

Request requestOf(std::string_view line)
{
    const auto object = objectIn(line);
    if (!object)
        return BadRequest{std::nullopt, "malformed", "this line is not a JSON object: " + shownLine(line)};
    Reader reader(*object);
    const auto id = Reader(*object).number("id"_L1);
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
    const auto object = objectIn(line);
    if (!object)
        return wrong("The worker wrote a line that is not a JSON object: " + shownLine(line) + ". Logs belong on stderr.");
    Reader reader(*object);
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

std::string shownLine(std::string_view line)
{
    if (line.ends_with('\n'))
        line.remove_suffix(1);
    constexpr std::size_t shown = 160; // characters
    constexpr std::size_t most = 16 * shown;
    std::string both(line);
    if (line.size() > 2 * most) // no need to escape a megabyte
        both = std::string(line.substr(0, most)) + std::string(line.substr(line.size() - most));
    return '"' + elidedInMiddle(escaped(both), shown) + '"';
}

} // namespace lockcore::worker
