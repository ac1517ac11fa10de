// SPDX-License-Identifier: MIT
// The area above the timeline: title of the story, its subject, and its source. GUI thread.
#pragma once

#include "lockcore/lab/scenario/scenario.h"

#include <QUrl>
#include <QWidget>

#include <optional>

namespace lockscope {

class ElidedLabel;
class FlowLayout;
class LinkButton;
class WrappedText;

class StoryHeader final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StoryHeader)

public:
    explicit StoryHeader(QWidget *parent = nullptr);

    void show(const lockcore::Scenario &scenario);
    QString title() const;         ///< that is shown
    void setCovered(bool covered); ///< title and story would give away how it ends
    void setFolded(bool folded);   ///< if there is little room: only title, chips and a link to the rest
    void setShort(bool isShort);   ///< for a projector: without chips, pitfalls and sources

    using QWidget::show;

signals:
    void linkWanted(const QUrl &url); ///< http or https
    void pitfallWanted(const QString &code);

private:
    void addChips(const lockcore::Scenario &scenario);
    void endLine(FlowLayout *flow, QWidget *parent);
    void addGround(const lockcore::Scenario &scenario);
    void addChip(const QString &text, const QString &explanation = {});
    void unfold(bool unfolded);
    void arrange();
    void showTitle();

    FlowLayout *m_head;
    ElidedLabel *m_title;
    WrappedText *m_story;
    QWidget *m_ground;
    FlowLayout *m_grounds;
    QList<QWidget *> m_chips;
    std::optional<lockcore::Scenario> m_shown;
    bool m_short = false, m_folded = false, m_unfolded = false, m_covered = false;
    bool m_hasStory = false;
    LinkButton *m_more;
};

QStringList chipsOf(const lockcore::Scenario &scenario); ///< `set-nx-del`, `2 workers`, `lease 400 ms`, `pause A when it is inside`

} // namespace lockscope
