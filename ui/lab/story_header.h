// SPDX-License-Identifier: MIT
// Above the timeline: which story this is, what it is about, and where it was found. GUI thread.
#pragma once

#include "lockcore/lab/scenario.h"

#include <QUrl>
#include <QWidget>

namespace lockscope {

class ElidedLabel;
class FlowLayout;
class WrappedText;

class StoryHeader final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoryHeader)

public:
    explicit StoryHeader(QWidget *parent = nullptr);

    void show(const lockcore::Scenario &scenario);
    void setShort(bool isShort); ///< for a projector: without chips, pitfalls and sources

    using QWidget::show;

signals:
    void linkWanted(const QUrl &url); ///< http or https

private:
    void addChips(const lockcore::Scenario &scenario);
    void endLine(FlowLayout *flow, QWidget *parent);
    void addGround(const lockcore::Scenario &scenario);
    void addChip(const QString &text, const QString &explanation = {});

    FlowLayout *m_head;
    ElidedLabel *m_title;
    WrappedText *m_story;
    QWidget *m_ground;
    FlowLayout *m_grounds;
    QList<QWidget *> m_chips;
    bool m_short = false;
};

QStringList chipsOf(const lockcore::Scenario &scenario); ///< `set-nx-del`, `2 workers`, `lease 400 ms`, `pause A when it is inside`

} // namespace lockscope
