// SPDX-License-Identifier: MIT
// A captioned group of facts, updated in place, so that a text selection survives.
#pragma once

#include <QList>
#include <QWidget>

class QGridLayout;
class QHBoxLayout;

namespace lockscope {

class FlowLayout;
class OwnerSwatch;
class ShadedLabel;
class WrappedText;

struct Fact
{
    enum class KeySnapshot { Plain, Key, Warning, Danger, Light };

    QString label;
    QString text;
    KeySnapshot look = KeySnapshot::Plain;
    int colour = -1;   ///< an owner's colour, shown before the text
    bool wide = false; ///< without a label: begins where labels do
    QString term{};    ///< of the label, in the glossary; empty: none
};

class DetailsSection final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(DetailsSection)

public:
    explicit DetailsSection(const QString &caption, QWidget *parent = nullptr);

    void setFacts(const QList<Fact> &facts); ///< an empty list hides the section
    void setCaption(const QString &caption);
    void setCaptionTerm(const QString &term); ///< in the glossary
    void setCaptionWidget(QWidget *widget);   ///< next to the caption, or below it where there is no room

    /// Tab skips its texts; the widget that shows the section moves the focus between them. Call it before the first facts.
    void setPassedByTab() { m_passedByTab = true; }

protected:
    void resizeEvent(QResizeEvent *event) override;

private:
    struct Line
    {
        ShadedLabel *label = nullptr;
        WrappedText *text = nullptr;
        OwnerSwatch *swatch = nullptr;
        QHBoxLayout *value = nullptr;
        bool wide = false;
        bool below = false; ///< the value is in the line below its label
    };

    Line makeLine();
    void reachByTab(QWidget *text);
    void fill(Line &line, const Fact &fact);
    int labelWidth() const;
    void place();
    bool wantsLine(const Line &line) const;

    QGridLayout *m_grid;
    FlowLayout *m_head;
    ShadedLabel *m_caption;
    QWidget *m_last = nullptr; ///< the last of the widgets here that Tab reaches
    QList<Line> m_lines;
    bool m_passedByTab = false;
};

} // namespace lockscope
