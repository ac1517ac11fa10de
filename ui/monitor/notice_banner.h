// SPDX-License-Identifier: MIT
// Conditions that endanger the locks of this server or hide some of them: one line, all sentences on demand. Once closed, it stays closed
// for this connection, until there is a new notice or the user opens it.
#pragma once

#include "lockcore/monitor/monitor.h"

#include <QWidget>

#include <set>

class QPushButton;

namespace lockscope {

class Banner;

class NoticeBanner final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(NoticeBanner)

public:
    explicit NoticeBanner(QWidget *parent = nullptr);

    void begin(); ///< starts with another connection
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
    std::set<lockcore::Notice::Kind> m_closed;
    bool m_detailed = false;
    bool m_wanted = false; ///< shown on request, even if it was closed
};

} // namespace lockscope
