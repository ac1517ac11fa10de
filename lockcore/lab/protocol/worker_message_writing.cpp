// SPDX-License-Identifier: MIT
// Writes the lines of the worker protocol.
#include "lockcore/lab/protocol/worker_message.h"

#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>

namespace lockcore::worker {

using namespace Qt::Literals::StringLiterals;

namespace {

QString text(std::string_view bytes) { return QString::fromUtf8(bytes.data(), static_cast<qsizetype>(bytes.size())); }

/// Builds a line, field by field. Omits fields that are absent or empty.
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

QJsonObject objectOf(const Server &server)
{
    return {{"url"_L1, text(server.url)},
            {"host"_L1, text(server.host)},
            {"port"_L1, static_cast<qint64>(server.port)},
            {"password"_L1, text(server.password)},
            {"db"_L1, static_cast<qint64>(server.db)}};
}

QJsonArray redisOf(const Hello &hello)
{
    QJsonArray servers;
    for (const auto &server : hello.servers) {
        if (server.store == "redis")
            servers.append(objectOf(server));
    }
    return servers;
}

QJsonArray serversOf(const Hello &hello)
{
    QJsonArray servers;
    for (const auto &server : hello.servers) {
        auto object = objectOf(server);
        object.insert("store"_L1, text(server.store));
        servers.append(object);
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
        Writer writer("hello"_L1);
        if (hello.cluster)
            writer.put("cluster"_L1, QJsonValue(true));
        return writer.put("proto"_L1, hello.proto)
            .put("worker"_L1, hello.worker)
            .put("incarnation"_L1, hello.incarnation)
            .put("seed"_L1, hello.seed)
            .put("redis"_L1, QJsonValue(redisOf(hello)))
            .put("servers"_L1, QJsonValue(serversOf(hello)))
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
            .put("lease_step_ms"_L1, hello.leaseStep)
            .put("queue_timeout_ms"_L1, hello.queueTimeout);
        if (hello.sessionLease)
            writer.put("lease"_L1, std::string("session"));
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

} // namespace

std::optional<Id> idOf(const Answer &answer)
{
    return std::visit(
        [](const auto &any) -> std::optional<Id> {
            if constexpr (requires { any.re; })
                return any.re;
            else
                return std::nullopt;
        },
        answer);
}

std::optional<Id> idOf(const Request &request)
{
    return std::visit(
        [](const auto &any) -> std::optional<Id> {
            if constexpr (requires { any.id; })
                return any.id;
            else
                return std::nullopt;
        },
        request);
}

std::string lineOf(const Request &request) { return std::visit(RequestWriter(), request); }

std::string lineOf(const Message &message) { return std::visit(MessageWriter(), message); }

} // namespace lockcore::worker
