// SPDX-License-Identifier: MIT
// What a format that is being written would match on the connected server now, and what it would read of each key. It asks a moment after the
// last change, and shows what comes. GUI thread.
#pragma once

#include "ui/monitor/monitor_source.h"

#include <QPointer>
#include <QTimer>
#include <QWidget>

#include <optional>

class QStandardItemModel;
class QTableView;

namespace lockscope {

class ElidedLabel;

class FormatPreview final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FormatPreview)

public:
    /// `source`: null without a connection; it may end before this object. `server`: its name.
    FormatPreview(MonitorSource *source, const QString &server, QWidget *parent = nullptr);
    ~FormatPreview() override;

    /// None: the format is wrong, so nothing is tried. `first`: a key to look at before all others; empty: none.
    void tryOut(const std::optional<lockcore::FormatRow> &row, const lockcore::Bytes &first);

    QString status() const;

private:
    void begin();
    void note(const lockcore::FormatTrial &trial);
    QString statusOf(const lockcore::FormatTrial &trial) const;
    void say(const QString &sentence);

    QPointer<MonitorSource> m_source;
    const QString m_server;
    ElidedLabel *m_status;
    QStandardItemModel *m_model;
    QTableView *m_table;
    QTimer m_patience;
    std::optional<lockcore::FormatRow> m_row;
    lockcore::Bytes m_first;
    lockcore::RequestId m_request = 0; ///< the last one; 0: none
};

} // namespace lockscope
