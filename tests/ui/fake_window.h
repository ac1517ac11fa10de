// SPDX-License-Identifier: MIT
// What a test needs to drive the real window without a server, a keychain or a file dialog.
#pragma once

#include "support/fake_releases.h"
#include "ui/profiles/secret_store.h"
#include "ui/profiles/target.h"

#include <QMap>
#include <QTimer>

#include <optional>

namespace fake {

class Source final : public lockscope::MonitorSource
{
public:
    Source(lockscope::Target target, QList<Source *> *living)
        : m_target(std::move(target))
        , m_living(living)
    {
        m_living->append(this);
    }
    ~Source() override { m_living->removeOne(this); }

    void start() override { m_started = true; }
    void retryNow() override { ++m_retries; }
    void select(const std::optional<lockcore::LockId> &id) override { selected = id; }
    void setAttentionAfter(lockcore::Milliseconds after) override { attentionAfter = after; }
    void setPatterns(const std::vector<lockcore::UserPattern> &rows) override { patterns = rows; }
    void tryFormat(lockcore::RequestId id, const lockcore::FormatRow &row, const lockcore::Bytes &key) override
    {
        trials.push_back({id, row, key});
    }
    void endTrial() override { ++endedTrials; }
    void lookUp(lockcore::RequestId id, const lockcore::Bytes &key) override { lookups.emplace_back(id, key); }
    lockcore::ReleaseDesk *desk() override { return &releases; }
    lockscope::TraceDesk *traces() override { return &traced; }

    struct Trial
    {
        lockcore::RequestId id;
        lockcore::FormatRow row;
        lockcore::Bytes first;
    };

    Desk releases;
    Traces traced;
    std::optional<lockcore::LockId> selected;
    std::optional<std::vector<lockcore::UserPattern>> patterns; ///< as set later
    std::vector<Trial> trials;
    std::vector<std::pair<lockcore::RequestId, lockcore::Bytes>> lookups;
    int endedTrials = 0;
    std::optional<lockcore::Milliseconds> attentionAfter;

    int retries() const { return m_retries; }
    bool started() const { return m_started; }
    const lockscope::Target &target() const { return m_target; }
    const lockcore::Endpoint &endpoint() const { return m_target.endpoint; }

    void tell(lockcore::MonitorState::Phase phase, std::optional<lockcore::Error> error = {})
    {
        lockcore::MonitorChange change;
        change.state.phase = phase;
        change.state.error = std::move(error);
        emit changed(change);
    }

private:
    lockscope::Target m_target;
    QList<Source *> *m_living;
    bool m_started = false;
    int m_retries = 0;
};

/// A keychain in memory, that can refuse.
class Secrets final : public lockscope::SecretStore
{
public:
    using Outcome = lockscope::SecretAnswer::Outcome;

    QMap<QString, std::string> kept;
    std::optional<Outcome> refusal; ///< the answer to every request

    void read(const QString &id, QObject *context, Then then) override
    {
        const bool known = kept.contains(id);
        answer(context, std::move(then), known ? Outcome::Done : Outcome::NotFound, kept.value(id));
    }

    void write(const QString &id, const std::string &secret, QObject *context, Then then) override
    {
        if (!refusal)
            kept[id] = secret;
        answer(context, std::move(then), Outcome::Done, {});
    }

    void remove(const QString &id, QObject *context, Then then) override
    {
        if (!refusal)
            kept.remove(id);
        answer(context, std::move(then), Outcome::Done, {});
    }

private:
    void answer(QObject *context, Then then, Outcome outcome, std::string secret)
    {
        const lockscope::SecretAnswer given{refusal.value_or(outcome), refusal ? std::string() : secret,
                                            refusal ? QStringLiteral("The fake keychain is shut.") : QString()};
        QTimer::singleShot(0, context, [then = std::move(then), given] { then(given); });
    }
};

} // namespace fake
