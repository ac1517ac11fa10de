// SPDX-License-Identifier: MIT
// Lays out a text in a fixed-width font: what does not fit continues below, further to the right than its line begins, and no word is
// broken that fits into a line. GUI thread.
#pragma once

#include <QPlainTextDocumentLayout>

#include <vector>

namespace lockscope {

/// How many characters each part of a line has, without the spaces at its end. The parts after the first have `hang` fewer columns.
std::vector<int> partsOf(const QString &line, int columns, int hang);

class HangingLayout final : public QPlainTextDocumentLayout
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(HangingLayout)

public:
    explicit HangingLayout(QTextDocument *document)
        : QPlainTextDocumentLayout(document)
    { }

    /// Of the view, before it is laid out. Without one, lines are laid out as by the base.
    void setWidth(qreal width) { m_width = width; }

    /// Columns between the beginning of a line and its continuation. Call it before the text is set.
    void setHang(int columns) { m_hang = columns; }

    QRectF blockBoundingRect(const QTextBlock &block) const override;

protected:
    void documentChanged(int from, int charactersRemoved, int charactersAdded) override;

private:
    void layOut(QTextBlock block);

    qreal m_width = 0;
    int m_hang = 4;
    bool m_isTelling = false; ///< that the size has changed
};

} // namespace lockscope
