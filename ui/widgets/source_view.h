// SPDX-License-Identifier: MIT
// A read-only source text without the indentation that all its lines have: line numbers, light highlighting, a lit line for each worker's position, marks at lines where something went
// wrong. The text comes from a worker's folder and is not trusted: its size is bounded, and invisible characters are made visible. GUI
// thread.
#pragma once

#include "ui/widgets/source_language.h"

#include <QPlainTextEdit>

#include <memory>

namespace lockscope {

class HangingLayout;

class SourceView final : public QPlainTextEdit
{
    Q_OBJECT
    Q_DISABLE_COPY_MOVE(SourceView)

public:
    static constexpr qsizetype mostBytes = 512 * 1024;
    static constexpr int mostLines = 20'000;
    static constexpr int longestLine = 1000; ///< characters; the rest is cut

    /// A worker is at this line.
    struct Lit
    {
        std::int64_t line = 0; ///< from 1; a line that the text does not have is ignored
        int colour = -1;       ///< index for ownerColour()
        QString name;
        bool operator==(const Lit &) const = default;
    };

    /// Something went wrong at this line.
    struct Mark
    {
        std::int64_t line = 0;
        QString why; ///< text of its tooltip
        bool operator==(const Mark &) const = default;
    };

    explicit SourceView(QWidget *parent = nullptr);
    ~SourceView() override;

    /// False: the bytes are not text, and nothing is shown.
    bool showSource(const QString &fileName, const QByteArray &text);
    void setHang(int columns);               ///< of lines that are wrapped; of the next source
    void setHints(const QStringList &hints); ///< of the lines from the first on, for their tooltips; empty: none
    void setLit(const QList<Lit> &lit);      ///< scrolls to the first one, if it is not visible
    void setMarks(const QList<Mark> &marks);
    void showFirstLit();
    void scrollToLine(std::int64_t line);

    const QList<Lit> &lit() const { return m_lit; }
    const QList<Mark> &marks() const { return m_marks; }
    bool isCut() const { return m_cut; } ///< true if only a part of the text is shown

    int gutterWidth() const;
    void paintGutter(QPainter &painter, const QRect &dirty) const;
    QString lineText(int y) const; ///< the tooltip for this height

protected:
    void changeEvent(QEvent *event) override;
    bool viewportEvent(QEvent *event) override;
    void resizeEvent(QResizeEvent *event) override;

private:
    class Gutter;
    class Highlighter;

    void light();
    void placeGutter();
    void describe();
    QString nameAt(std::int64_t line) const; ///< names at the line: `A`, or `A+1` for two workers; empty: none
    int nameWidth() const;
    bool hasLine(std::int64_t line) const { return line >= 1 && line <= blockCount(); }
    bool isLineVisible(std::int64_t line) const;
    void paintLine(QPainter &painter, std::int64_t line, const QRectF &place) const;

    QList<Lit> m_lit;
    QList<Mark> m_marks;
    QStringList m_hints;
    bool m_cut = false;
    HangingLayout *m_layout;
    Gutter *m_gutter;
    Highlighter *m_highlighter;
};

} // namespace lockscope
