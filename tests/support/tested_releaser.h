// SPDX-License-Identifier: MIT
// A Releaser under test, with its own audit directory.
#pragma once

#include "lockcore/monitor/release/releaser.h"
#include "support/awaiting.h"
#include "support/release_text.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

namespace lockcore::test {

class TestedReleaser final
{
public:
    explicit TestedReleaser(const Endpoint &endpoint, Milliseconds timeout = Milliseconds(10'000),
                            const std::vector<UserPattern> &patterns = {})
        : m_classifier(patterns)
        , m_releaser(endpoint, {timeout, auditDirectory()}, m_classifier, m_loop, m_clock)
    { }

    Releaser &releaser() { return m_releaser; }
    ReadyQueue &queue() { return m_loop; }
    std::string auditDirectory() const { return m_directory.path().toStdString() + "/state/lockscope"; }

    static ReleaseRequest wish(Bytes key, std::vector<Bytes> owners = {})
    {
        ReleaseRequest wish;
        wish.id = {0, std::move(key)};
        wish.owners = std::move(owners);
        return wish;
    }

    ReleasePlan plan(const ReleaseRequest &wish) { return planning(wish).get(); }
    ReleaseReport release(const ReleasePlanInput &order, bool dry = false) { return releasing(order, dry).get(); }
    ReleaseReport release(const ReleaseRequest &wish) { return release(plan(wish).order); }
    ReleaseAftermath watch(const ReleaseReport &report) { return Arriving(m_loop, m_releaser.watch(report)).get(); }

    Arriving<ReleasePlan> planning(const ReleaseRequest &wish) { return Arriving(m_loop, m_releaser.plan(wish, {}, std::nullopt)); }
    Arriving<ReleaseReport> releasing(const ReleasePlanInput &order, bool dry = false)
    {
        return Arriving(m_loop, m_releaser.release(order, dry));
    }

    QString auditFile() const { return QString::fromStdString(auditDirectory()) + QStringLiteral("/releases.jsonl"); }

    QByteArray auditText() const
    {
        QFile file(auditFile());
        return file.open(QIODevice::ReadOnly) ? file.readAll() : QByteArray();
    }

    std::vector<QJsonObject> audit() const { return auditLines(QStringLiteral("outcome")); }
    std::vector<QJsonObject> intents() const { return auditLines(QStringLiteral("intent")); }

private:
    std::vector<QJsonObject> auditLines(const QString &phase) const
    {
        std::vector<QJsonObject> lines;
        for (const auto &text : auditText().split('\n')) {
            const auto line = QJsonDocument::fromJson(text).object();
            if (line[QStringLiteral("phase")].toString() == phase)
                lines.push_back(line);
        }
        return lines;
    }

    QTemporaryDir m_directory;
    const Classifier m_classifier;
    EventLoop m_loop;
    LoopClock m_clock;
    Releaser m_releaser;
};

} // namespace lockcore::test
