// SPDX-License-Identifier: MIT
#include "lockcore/monitor/trace/tracer.h"

#include "lockcore/monitor/reading/look_step.h"
#include "lockcore/monitor/reading/refusal.h"
#include "lockcore/monitor/reading/server_clock.h"

#include <algorithm>
#include <random>

namespace lockcore {

using namespace std::chrono_literals;

namespace {

constexpr auto lookPause = 1ms;
constexpr auto drainPause = 2ms; ///< while traced locks are used
constexpr auto calmPause = 15ms;
constexpr auto calmAfter = 100ms;
constexpr auto listPause = 20ms;
constexpr auto listAgain = 5s; ///< to see which connections were closed
constexpr auto guardPause = 250ms;
constexpr auto mostWaiting = 150ms; ///< for a client's name
constexpr int mostStatuses = 4;     ///< without holders, while clients' names are missing
constexpr std::size_t mostAtOnce = 20;
constexpr std::int64_t mostListed = 20'000; ///< connections: CLIENT LIST is one reply
constexpr auto listCost = 2us;              ///< of the server for each connection
constexpr std::size_t framing = 2;          ///< MULTI before, EXEC behind

ConnectionOptions traceOptions(Milliseconds timeout)
{
    ConnectionOptions options;
    options.connectTimeout = options.commandTimeout = timeout;
    return options;
}

Bytes globOf(const Bytes &key)
{
    Bytes glob;
    for (const char c : key) {
        if (std::string_view("*?[]\\").find(c) != std::string_view::npos)
            glob += '\\';
        glob += c;
    }
    return glob;
}

// A key that the person named is a lock.
std::vector<UserPattern> patternsOf(const TraceOptions &options)
{
    auto patterns = options.patterns;
    auto named = parseUserPattern("*");
    named->keys.clear();
    for (const auto &key : options.keys)
        named->keys.push_back(globOf(key));
    if (!named->keys.empty())
        patterns.push_back(*std::move(named));
    return patterns;
}

Attribution::Options attributionOptions(const Endpoint &endpoint, const TraceOptions &options, const Classifier &classifier)
{
    Attribution::Options result;
    result.db = endpoint.db;
    result.rules = options.rules;
    if (options.followsNew) {
        result.follows = [&classifier, also = options.alsoFollows](std::string_view name) {
            return classifier.nameBetrays(name) || (also && also(name));
        };
    }
    return result;
}

// Not to be guessed: another client could pretend that a look of ours is over.
Bytes drawWord()
{
    std::random_device random;
    std::array<char, 40> text{};
    std::snprintf(text.data(), text.size(), "lockscope-trace-%08x%08x", random(), random());
    return text.data();
}

} // namespace

std::string_view toString(TraceEnd end)
{
    switch (end) {
    case TraceEnd::Load: return "load";
    case TraceEnd::Memory: return "memory";
    case TraceEnd::Lag: return "lag";
    case TraceEnd::Lost: return "lost";
    case TraceEnd::Stopped: return "stopped";
    case TraceEnd::Time: break;
    }
    return "time";
}

Tracer::Tracer(Endpoint endpoint, TraceOptions options, EventLoop &loop, Clock &clock, QObject *parent)
    : QObject(parent)
    , m_endpoint(std::move(endpoint))
    , m_options(std::move(options))
    , m_clock(clock)
    , m_classifier(patternsOf(m_options))
    , m_attribution(m_classifier, attributionOptions(m_endpoint, m_options, m_classifier))
    , m_findings([this](const TraceActor &actor) { return m_clients.isOneConnection(actor); }, m_options.rules)
    , m_stream(m_endpoint, traceOptions(m_options.timeout), loop, clock)
    , m_looks(m_endpoint, traceOptions(m_options.timeout), loop, clock)
    , m_running(loop)
{
    connect(&m_stream, &Connection::raw, this, &Tracer::receive);
    for (auto *connection : {&m_stream, &m_looks})
        connect(connection, &Connection::lost, this, [this](const Error &error) { finish(TraceEnd::Lost, error); });
}

Tracer::~Tracer() { m_running.cancel(); }

Task<Result<TracePlan>> Tracer::plan()
{
    const auto opened = co_await m_looks.open();
    if (!opened)
        co_return opened.error();
    const auto reply = co_await m_looks.command("INFO");
    if (!reply)
        co_return reply.error();
    const auto info = reply->isError() ? Info() : parseInfo(reply->text);
    TracePlan plan;
    plan.load = loadFrom(info);
    plan.cost = costOf(plan.load);
    plan.hindrance = hindranceOf(plan.load, m_options.limits);
    plan.hasPexpiretime = !infoText(info, "redis_version").starts_with("6.");
    co_return plan;
}

Task<Result<ServerTime>> Tracer::serverTime()
{
    const auto reply = co_await m_looks.command("TIME");
    if (!reply)
        co_return reply.error();
    if (!reply->isArray())
        co_return reply->isError() ? reply->toError() : LookRequest::malformed(*reply);
    co_return timeFrom(reply->elements);
}

Task<Result<void>> Tracer::begin()
{
    auto opened = co_await m_stream.open();
    if (!opened)
        co_return opened.error();
    const auto id = m_stream.clientId();
    if (!id)
        co_return Error{ErrorKind::Server, "CLIENT ID is refused", "NOPERM"};
    Batch batch;
    batch.add({"MONITOR"}).add({"SUBSCRIBE", "__redis__:invalidate"});
    m_stream.handOver(std::move(batch));
    const auto end = m_clock.now() + m_options.timeout;
    while (!m_attribution.isReady() && !m_attribution.refusal()) {
        if (m_clock.now() > end || m_stream.state() != Connection::State::Open)
            co_return Error{ErrorKind::Timeout, "the server did not answer MONITOR", "handshake"};
        co_await m_clock.after(1ms);
    }
    if (m_attribution.refusal())
        co_return *m_attribution.refusal();
    const auto redirect = std::to_string(*id);
    const auto tracking = co_await m_looks.command("CLIENT", "TRACKING", "ON", "REDIRECT", redirect);
    if (!tracking)
        co_return tracking.error();
    if (tracking->isError())
        co_return tracking->toError();
    co_return Result<void>();
}

Error Tracer::refusedBy(const Error &error)
{
    m_ending.reset();
    m_stream.close();
    m_looks.close();
    return error;
}

Task<Result<TraceReport>> Tracer::run(TracePlan plan)
{
    m_plan = std::move(plan);
    m_way.hasPexpiretime = m_plan.hasPexpiretime;
    m_report = {};
    m_ending.emplace();
    auto ended = m_ending->waiting();
    const auto begun = co_await begin();
    if (!begun)
        co_return refusedBy(begun.error());
    const auto time = co_await serverTime();
    if (!time)
        co_return refusedBy(time.error());
    m_begun = m_clock.now();
    emit started(*time);
    for (const auto &key : m_options.keys)
        m_attribution.trace(key);
    m_idle.reset();
    m_running.start(lookLoop());
    m_running.start(drainLoop());
    m_running.start(clientLoop());
    m_running.start(guardLoop());
    m_running.start(timeLoop());
    co_await ended;
    m_running.cancel();
    m_stream.close();
    if (m_looks.state() == Connection::State::Open) {
        co_await askClients();
        const auto last = co_await serverTime();
        if (last)
            m_report.at = *last;
    }
    m_looks.close();
    collect();
    hand(true);
    reportHolders();
    co_return m_report;
}

void Tracer::stop() { finish(TraceEnd::Stopped); }

void Tracer::finish(TraceEnd end, std::optional<Error> error)
{
    if (!m_ending)
        return;
    m_report.end = end;
    m_report.error = std::move(error);
    m_report.lasted = std::chrono::floor<Milliseconds>(m_clock.now() - m_begun);
    std::exchange(m_ending, std::nullopt)->complete();
}

void Tracer::receive(std::string_view bytes)
{
    if (const auto fed = m_attribution.feed(bytes); !fed)
        finish(TraceEnd::Lost, fed.error());
    if (m_idle && (m_attribution.hasDueLooks() || m_attribution.hasItems()))
        std::exchange(m_idle, std::nullopt)->complete();
}

Task<void> Tracer::timeLoop()
{
    co_await m_clock.after(m_options.time);
    finish(TraceEnd::Time);
}

// The server's messages are read together: each waking of this process costs more than reading many lines.
Task<void> Tracer::drainLoop()
{
    for (;;) {
        m_stream.hold(true);
        const bool isCalm = m_clock.now() - m_lastUse > calmAfter;
        const Duration pause = isCalm ? calmPause : drainPause;
        co_await m_clock.after(pause);
        m_stream.hold(false);
        co_await m_clock.after(Duration::zero());
    }
}

Task<void> Tracer::lookLoop()
{
    for (;;) {
        auto due = m_attribution.dueLooks(m_plan.load.isCluster ? 1 : mostAtOnce);
        if (!due.empty()) {
            const bool goesOn = co_await look(std::move(due));
            if (!goesOn)
                co_return;
        }
        collect();
        hand(false);
        if (!m_attribution.hasDueLooks() && m_waiting.empty()) {
            m_idle.emplace();
            auto woken = m_idle->waiting();
            co_await woken;
        } else {
            co_await m_clock.after(lookPause);
        }
    }
}

Task<bool> Tracer::look(std::vector<LookRequest> requests)
{
    const auto word = drawWord();
    Batch batch;
    batch.add({"MULTI"}).add({"PING", word}).add({"TIME"});
    std::size_t commands = 1;
    for (const auto &request : requests) {
        request.addTo(batch, m_way);
        commands += request.commands();
    }
    batch.add({"EXEC"});
    m_attribution.sending(word, commands);
    const auto replies = co_await m_looks.send(std::move(batch));
    if (!replies) {
        finish(TraceEnd::Lost, replies.error());
        co_return false;
    }
    readAnswer(word, std::move(requests), *replies);
    co_return true;
}

void Tracer::giveUp(const Bytes &key) { m_report.notRead += m_attribution.forget(key); }

void Tracer::readAnswer(const Bytes &word, std::vector<LookRequest> requests, const Replies &replies)
{
    constexpr int mostRefusals = 20;
    constexpr std::size_t before = 2; // of the looks' replies: PING and TIME
    const auto &exec = replies.back();
    if (!exec.isArray() || exec.elements.size() != replies.size() - framing) {
        std::optional<Error> why;
        bool learned = false;
        auto queued = std::span<const Reply>(replies).subspan(1 + before);
        for (auto &request : requests) {
            bool forgoes = exec.isError() && exec.toError().is("CROSSSLOT");
            for (const auto &reply : queued.first(request.commands())) {
                if (!reply.isError())
                    continue;
                const auto error = reply.toError();
                why = why.value_or(error);
                forgoes = forgoes || (isElsewhere(error) && !request.alone); // perhaps only companions are
                if (isKeyDenied(error) || (isElsewhere(error) && request.alone))
                    giveUp(request.id.key);
            }
            queued = queued.subspan(request.commands());
            learned = learned || (forgoes && !request.alone);
            if (forgoes)
                request = request.withoutCompanions();
        }
        m_attribution.refused(word, std::move(requests));
        if (!learned && ++m_refusals > mostRefusals)
            finish(TraceEnd::Lost, why.value_or(exec.isError() ? exec.toError() : LookRequest::malformed(exec)));
        return;
    }
    m_refusals = 0;
    const auto at = timeFrom(exec.elements[1].elements);
    m_report.at = std::max(m_report.at, at);
    auto rest = std::span<const Reply>(exec.elements).subspan(before);
    std::vector<Attribution::Answer> answers;
    for (auto &request : requests) {
        auto step = stepAfter(request, request.parse(rest.first(request.commands()), at, m_way), m_way, m_classifier);
        rest = rest.subspan(request.commands());
        if (auto *look = std::get_if<KeySnapshot>(&step))
            answers.push_back({std::move(request), std::move(*look)});
        else if (auto *again = std::get_if<LookAgain>(&step))
            answers.push_back({std::move(again->request), std::nullopt});
        else
            giveUp(request.id.key);
    }
    if (const auto told = m_attribution.answered(word, std::move(answers)); !told)
        finish(TraceEnd::Lost, told.error());
}

Task<bool> Tracer::askClients()
{
    const auto reply = co_await m_looks.command("CLIENT", "LIST");
    if (!reply)
        co_return false;
    m_listRefused = reply->isError();
    m_clients.answered(reply->isError() ? std::string_view() : std::string_view(reply->text), m_report.at);
    co_return true;
}

Task<void> Tracer::clientLoop()
{
    const auto connections = m_plan.load.connections;
    const auto pause = std::max<Duration>(listPause, connections * Duration(listCost) * 50);
    auto asked = m_clock.now();
    while (!m_listRefused && connections <= mostListed) {
        if (m_clients.wantsAsking() || m_clock.now() - asked > listAgain) {
            asked = m_clock.now();
            const bool answered = co_await askClients();
            if (!answered)
                co_return;
            hand(false);
        }
        co_await m_clock.after(pause);
    }
}

Task<void> Tracer::guardLoop()
{
    const auto id = std::to_string(m_stream.clientId().value_or(0));
    const auto most = mostShareOf(m_plan.cost);
    struct Sample
    {
        Moment at;
        std::uint64_t commands, bytes;
    };
    std::deque<Sample> samples;
    std::optional<Moment> behind;
    for (;;) {
        samples.push_back({m_clock.now(), m_attribution.commands(), m_attribution.bytes()});
        constexpr std::size_t window = 8; // two seconds
        if (samples.size() > window)
            samples.pop_front();
        co_await m_clock.after(guardPause);
        TraceStatus now;
        const auto reply = co_await m_looks.command("CLIENT", "LIST", "ID", id);
        if (reply && !reply->isError()) {
            const auto fields = clientFields(std::string_view(reply->text).substr(0, reply->text.find('\n')));
            const auto memory = fields.find("omem");
            now.unread = memory == fields.end() ? 0 : parseInteger(memory->second).value_or(0);
        }
        const std::chrono::duration<double> span = m_clock.now() - samples.front().at;
        const auto commands = static_cast<double>(m_attribution.commands() - samples.front().commands) / span.count();
        const auto bytes = static_cast<double>(m_attribution.bytes() - samples.front().bytes) / span.count();
        now.share = shareOfLines(commands, bytes, m_plan.load.isFast);
        now.left = std::max(0ms, m_options.time - std::chrono::floor<Milliseconds>(m_clock.now() - m_begun));
        now.unseen = m_attribution.unseen();
        now.commands = m_attribution.commands();
        now.bytes = m_attribution.bytes();
        now.holders = learnedHolders();
        emit status(now);
        if (now.unread > TraceLimits::mostUnread || m_attribution.buffered() > static_cast<std::size_t>(TraceLimits::mostUnread))
            finish(TraceEnd::Memory);
        if (samples.size() == window && now.share > most && now.share > m_options.limits.maxLoad.value_or(0))
            finish(TraceEnd::Load);
        if (!m_attribution.hasUnseenLook())
            behind.reset();
        else if (!behind)
            behind = m_clock.now();
        else if (m_clock.now() - *behind > TraceLimits::mostLag)
            finish(TraceEnd::Lag);
    }
}

void Tracer::collect()
{
    for (auto &item : m_attribution.take()) {
        if (auto *use = std::get_if<AttributedUse>(&item)) {
            m_lastUse = m_clock.now();
            m_clients.used(use->line->actor, use->line->at.to);
            for (auto &finding : m_findings.feed(*use))
                m_waiting.push_back({std::move(finding), m_clock.now()});
            continue;
        }
        if (const auto *doubt = std::get_if<AttributedDoubt>(&item)) {
            m_findings.feed(*doubt);
            continue;
        }
        auto &change = std::get<AttributedChange>(item);
        auto findings = m_findings.feed(change);
        if (change.event.type != EventType::Seen) {
            count(change);
            m_waiting.push_back({std::move(change), m_clock.now()});
        }
        for (auto &finding : findings)
            m_waiting.push_back({std::move(finding), m_clock.now()});
    }
}

void Tracer::count(const AttributedChange &change)
{
    ++m_report.changes;
    m_report.named += change.by.has_value();
    m_report.unshown += !change.shown;
    m_report.unsure += !change.certain && change.shown;
}

// Each change waits a moment for the name of its client.
void Tracer::hand(bool all)
{
    std::vector<TraceItem> items;
    while (!m_waiting.empty()) {
        const bool isReady = all || !m_clients.wantsAsking() || m_listRefused || m_clock.now() - m_waiting.front().since > mostWaiting;
        if (!isReady)
            break;
        auto item = std::move(m_waiting.front().item);
        m_waiting.pop_front();
        if (auto *change = std::get_if<AttributedChange>(&item)) {
            TracedChange traced;
            if (change->by)
                traced.by = clientOf(*change->by);
            for (const auto &line : change->perhaps)
                traced.perhaps.push_back(clientOf(line->actor));
            change->line.reset();
            change->perhaps.clear();
            traced.change = std::move(*change);
            items.emplace_back(std::move(traced));
            continue;
        }
        auto &finding = std::get<TraceFinding>(item);
        finding.proved ? ++m_report.proved : ++m_report.unproved;
        TracedFinding traced;
        traced.by = clientOf(finding.by);
        if (finding.holder)
            traced.holder = clientOf(*finding.holder);
        traced.finding = std::move(finding);
        items.emplace_back(std::move(traced));
    }
    if (!items.empty())
        emit found(items);
}

void Tracer::reportHolders()
{
    m_report.commands = m_attribution.commands();
    m_report.bytes = m_attribution.bytes();
    m_report.leftOut = m_attribution.leftOut();
    m_report.holders = withClients(m_findings.holders(m_attribution.held()));
}

std::vector<TracedHolder> Tracer::withClients(std::vector<TraceHolder> holders) const
{
    std::vector<TracedHolder> result;
    for (auto &holder : holders) {
        TracedHolder traced;
        if (holder.acquiredBy)
            traced.client = clientOf(*holder.acquiredBy);
        else if (!holder.senders.empty())
            traced.client = clientOf(holder.senders.back().actor);
        traced.holder = std::move(holder);
        result.push_back(std::move(traced));
    }
    return result;
}

// They wait a moment for the names of their clients.
std::vector<TracedHolder> Tracer::learnedHolders()
{
    if (m_clients.wantsAsking() && !m_listRefused && ++m_holdersWait < mostStatuses)
        return {};
    m_holdersWait = 0;
    return withClients(m_findings.learned());
}

} // namespace lockcore
