// SPDX-License-Identifier: MIT
// The numbers that show at a glance how the locks are; a click shows the locks behind a number.
#pragma once

#include "ui/monitor/lock_tally.h"
#include "ui/widgets/figure_label.h"

#include <QAbstractButton>

namespace lockscope {

/// A number above its meaning. Enabled only if a click has something to show.
class Tile final : public QAbstractButton
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(Tile)

public:
    explicit Tile(const QString &meaning, QWidget *parent = nullptr);

    void set(const QString &number, FigureLabel::Shade shade = FigureLabel::Shade::Text);
    void setMeaning(const QString &meaning);
    QString number() const { return m_number; }
    QString meaning() const { return text(); }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return sizeHint(); }

protected:
    void paintEvent(QPaintEvent *event) override;

private:
    QFont numberFont() const;
    QFont meaningFont() const;

    QString m_number = QStringLiteral("0");
    FigureLabel::Shade m_shade = FigureLabel::Shade::Text;
    mutable int m_width = 0;
};

class TileRow final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(TileRow)

public:
    explicit TileRow(QWidget *parent = nullptr);

    void show(const LockTally &tally, double renewalsPerSecond);

signals:
    void filterWanted(const QString &expression);
    void worstFirstWanted();

private:
    Tile *add(const QString &name, const QString &meaning, const QString &filter);

    Tile *m_held;
    Tile *m_contended;
    Tile *m_expiring;
    Tile *m_noLease;
    Tile *m_renewals;
    Tile *m_needLook;
};

} // namespace lockscope
