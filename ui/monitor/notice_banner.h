// SPDX-License-Identifier: MIT
// Conditions that endanger the locks of this server or hide some of them: one line, all sentences on demand. Once closed, it stays closed
// for this server, also after a restart, until a notice says something else or the user opens it.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QWidget>

#include <QMap>
#include <QStringList>

class QPushButton;
class QSettings;

namespace lockscope {

class Banner;

class NoticeBanner final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NoticeBanner)

public:
    explicit NoticeBanner(QWidget *parent = nullptr);

    void begin(const QString &server); ///< starts with another connection; empty: nothing of this server is remembered
    void save(QSettings &settings) const;
    void restore(QSettings &settings);
    void setNotices(const std::vector<lockcore::Notice> &notices);
    void open(); ///< even if it was closed
    QString text() const;

signals:
    void openChanged(bool open);

private:
    void refresh();
    void close();

    Banner *m_banner;
    QPushButton *m_details;
    QPushButton *m_close;
    std::vector<lockcore::Notice> m_notices;
    QString m_server;
    QMap<QString, QStringList> m_closed; ///< by server: what the closed notices said
    bool m_detailed = false;
    bool m_wanted = false; ///< shown on request, even if it was closed
};

} // namespace lockscope
