// SPDX-License-Identifier: MIT
// The whole sentence that says why a filter is wrong, with a repaired filter to click. It lies over what is below the field, so that nothing
// moves while the user types. GUI thread.
#pragma once

#include <QWidget>

namespace lockscope {

class LinkButton;
class WrappedText;

class FilterComplaint final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(FilterComplaint)

public:
    explicit FilterComplaint(QWidget *over);

    void set(const QString &sentence, const QString &repaired); ///< `repaired`: the filter to offer; empty: none
    void placeBelow(const QWidget *field);
    LinkButton *repair() const { return m_repair; }

signals:
    void repairWanted(const QString &filter);
    void left(bool next); ///< by Tab, or backwards

protected:
    bool focusNextPrevChild(bool next) override;
    void paintEvent(QPaintEvent *event) override;

private:
    WrappedText *m_sentence;
    LinkButton *m_repair;
    QString m_repaired;
};

} // namespace lockscope
