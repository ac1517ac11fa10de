// SPDX-License-Identifier: MIT
// A person's own scenarios: the files of one folder, read again whenever they change. GUI thread.
#pragma once

#include "lockcore/base/result.h"
#include "lockcore/lab/scenario/scenario.h"

#include <QFileSystemWatcher>
#include <QObject>
#include <QTimer>

namespace lockscope {

struct OwnScenario
{
    QString path;
    std::optional<lockcore::Scenario> scenario;
    QString wrong; ///< why it is none: one sentence
    bool operator==(const OwnScenario &) const = default;
};

class OwnScenarios final : public QObject
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(OwnScenarios)

public:
    static constexpr int mostFiles = 500;
    static constexpr qint64 mostBytes = 1024 * 1024; ///< of a file

    explicit OwnScenarios(const QString &folder, QObject *parent = nullptr); ///< it need not exist

    static QString usualFolder();

    const QString &folder() const { return m_folder; }
    const std::vector<OwnScenario> &all() const { return m_all; } ///< by title

    QString pathFor(const QString &title) const; ///< `My lock`: …/my-lock.json, whether or not it exists

    /// Creates the folder if need be. Replaces a file: ask before.
    lockcore::Result<void> write(const QString &path, const std::string &text);
    lockcore::Result<QString> remove(const QString &path); ///< to the trash: where it is there; empty: there is none

signals:
    void changed();

private:
    void read();
    void watch();

    QString m_folder;
    std::vector<OwnScenario> m_all;
    QFileSystemWatcher m_watcher;
    QTimer m_soon;
};

} // namespace lockscope
