// SPDX-License-Identifier: MIT
// The content of the resource at the shown moment: how much of the stock is sold, or the version of the resource. GUI thread.
#pragma once

#include "lockcore/report/moments.h"

#include <QWidget>

namespace lockscope {

class FigureLabel;
class ShadedLabel;

class StockCard final : public QWidget
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(StockCard)

public:
    explicit StockCard(QWidget *parent = nullptr);

    void setStock(std::optional<std::int64_t> atFirst); ///< none: the resource is not a stock, and the card is hidden
    void showMoment(const lockcore::RunMoment &moment);

    QString text() const; ///< `sold 103 of 100`

private:
    std::optional<std::int64_t> m_atFirst;
    FigureLabel *m_title;
    ShadedLabel *m_rest;
};

} // namespace lockscope
