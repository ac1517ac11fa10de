// SPDX-License-Identifier: MIT
// A Releaser under test, with an audit of its own.
#pragma once

#include "monitor/releaser.h"
#include "support/awaiting.h"
#include "support/release_text.h"

#include <QFile>
#include <QJsonDocument>
#include <QJsonObject>
#include <QTemporaryDir>

namespace lockcore::test {

class ReleaseDesk final
{
public:
    explicit ReleaseDesk(const Endpoint &endpoint, Milliseconds timeout = Milliseconds(10'000))
        : m_releaser(endpoint, {timeout, auditDirectory()}, m_classifier, m_loop, m_clock)
    {
    }

    Releaser &releaser() { return m_releaser; }
    ReadyQueue &queue() { return m_loop; }
    std::string auditDirectory() const { return m_directory.path().toStdString() + "/state/lockscope"; }

    static ReleaseWish wish(Bytes key, std::vector<Bytes> owners = {})
    {
        ReleaseWish wish;
        wish.id = {0, std::move(key)};
        wish.owners = std::move(owners);
        return wish;
    }

    ReleasePlan plan(const ReleaseWish &wish) { return planning(wish).get(); }
    ReleaseReport release(const ReleaseOrder &order, bool dry = false) { return releasing(order, dry).get(); }
    ReleaseReport release(const ReleaseWish &wish) { return release(plan(wish).order); }
    ReleaseAftermath watch(const ReleaseReport &report) { return Arriving(m_loop, m_releaser.watch(report)).get(); }

    Arriving<ReleasePlan> planning(const ReleaseWish &wish)
    {
        return Arriving(m_loop, m_releaser.plan(wish, {}, std::nullopt));
    }
    Arriving<ReleaseReport> releasing(const ReleaseOrder &order, bool dry = false)
    {
        return Arriving(m_loop, m_releaser.release(order, dry));
    }

    QString auditFile() const { return QString::fromStdString(auditDirectory()) + QStringLiteral("/releases.jsonl"); }

    std::vector<QJsonObject> audit() const
    {
        QFile file(auditFile());
        std::vector<QJsonObject> lines;
        if (!file.open(QIODevice::ReadOnly))
            return lines;
        for (const auto &line : file.readAll().split('\n')) {
            if (!line.isEmpty())
                lines.push_back(QJsonDocument::fromJson(line).object());
        }
        return lines;
    }

private:
    QTemporaryDir m_directory;
    const Classifier m_classifier;
    EventLoop m_loop;
    LoopClock m_clock;
    Releaser m_releaser;
};

} // namespace lockcore::test
