// SPDX-License-Identifier: MIT
#include "ui/report/svg_writer.h"

#include "ui/report/markup.h"

#include <QStringList>

#include <algorithm>

namespace lockscope {

using namespace Qt::Literals::StringLiterals;

namespace {

// At most one decimal, independent of the locale.
QString number(double value)
{
    auto text = QString::number(value, 'f', 1);
    if (text.endsWith(u".0"_s))
        text.chop(2);
    return text == u"-0"_s ? u"0"_s : text;
}

QString fill(Ink ink, const QString &classes = {}) { return u" class=\"f-%1%2\" fill=\"%3\""_s.arg(nameOf(ink), classes, lightOf(ink)); }

QString stroke(Ink ink, double width)
{
    return u" class=\"s-%1\" stroke=\"%2\" stroke-width=\"%3\" fill=\"none\""_s.arg(nameOf(ink), lightOf(ink), number(width));
}

QString listOf(std::span<const CanvasPoint> points)
{
    QString list;
    for (const auto &point : points)
        list += (list.isEmpty() ? u""_s : u" "_s) + number(point.x) + u',' + number(point.y);
    return list;
}

QString field(QLatin1StringView name, double value) { return u" %1=\"%2\""_s.arg(name, number(value)); }

QString share(QLatin1StringView name, double value)
{
    return value == 1 ? QString() : u" %1=\"%2\""_s.arg(name, QString::number(value, 'g', 3));
}

constexpr double thinBar = 3;

// Stripes that tell apart the owners whose colours are darker and lighter ones of the first six: see ownerHatch() of the window.
QString hatches()
{
    const auto pattern = [](int round, Ink ink, const char *path) {
        return u"<pattern id=\"hatch%1\" width=\"6\" height=\"6\" patternUnits=\"userSpaceOnUse\"><path d=\"%2\"%3 stroke-opacity=\"0.7\"/>"
               "</pattern>\n"_s.arg(round)
                   .arg(QLatin1StringView(path), stroke(ink, 1.2));
    };
    return u"<defs>\n"_s + pattern(1, Ink::Base, "M0 6 6 0") + pattern(2, Ink::Text, "M0 0 6 6") + u"</defs>\n"_s;
}

} // namespace

double SvgWriter::measure(const QString &text, double size, bool fixed, bool bold) const
{
    return static_cast<double>(text.size()) * size * (fixed || bold ? 0.62 : 0.56);
}

void SvgWriter::bar(const Bar &bar)
{
    const auto box = field("x"_L1, bar.x) + field("y"_L1, bar.y) + field("width"_L1, bar.width) + field("height"_L1, bar.height)
                     + (bar.round > 0 ? field("rx"_L1, bar.round) : QString());
    const auto title = bar.title ? u"<title>%1</title>"_s.arg(markup(bar.title())) : QString();
    m_text += u"<rect"_s + box + fill(bar.ink) + share("fill-opacity"_L1, bar.opacity) + u'>' + title + u"</rect>\n"_s;
    if (const auto round = ownerRound(bar.ink); round > 0 && bar.round == 0 && std::min(bar.width, bar.height) > thinBar)
        m_text += u"<rect"_s + box + u" fill=\"url(#hatch%1)\" pointer-events=\"none\"/>\n"_s.arg(round);
    if (bar.outline)
        m_text += u"<rect"_s + box + stroke(bar.ink, 1) + u" stroke-dasharray=\"3 2\"/>\n"_s;
}

void SvgWriter::line(double x1, double y1, double x2, double y2, Ink ink, double width, double opacity, bool dashed)
{
    m_text += u"<line"_s + field("x1"_L1, x1) + field("y1"_L1, y1) + field("x2"_L1, x2) + field("y2"_L1, y2) + stroke(ink, width)
              + share("stroke-opacity"_L1, opacity) + (dashed ? u" stroke-dasharray=\"2 3\""_s : QString()) + u"/>\n"_s;
}

void SvgWriter::poly(std::span<const CanvasPoint> points, Ink ink, double width)
{
    m_text += u"<polyline points=\"%1\""_s.arg(listOf(points)) + stroke(ink, width) + u"/>\n"_s;
}

void SvgWriter::area(std::span<const CanvasPoint> points, Ink ink, double opacity)
{
    m_text += u"<polygon points=\"%1\""_s.arg(listOf(points)) + fill(ink) + share("fill-opacity"_L1, opacity) + u"/>\n"_s;
}

void SvgWriter::dot(double x, double y, double radius, Ink ink)
{
    m_text += u"<circle"_s + field("cx"_L1, x) + field("cy"_L1, y) + field("r"_L1, radius) + fill(ink) + u"/>\n"_s;
}

void SvgWriter::label(const Label &label)
{
    auto font = field("font-size"_L1, label.size);
    font += label.bold ? u" font-weight=\"600\""_s : QString();
    font += label.fixed ? u" font-family=\"ui-monospace, 'DejaVu Sans Mono', monospace\""_s : QString();
    font += label.anchor == Label::Anchor::End      ? u" text-anchor=\"end\""_s
            : label.anchor == Label::Anchor::Middle ? u" text-anchor=\"middle\""_s
                                                    : QString();
    const auto width = measure(label.text, label.size, label.fixed, label.bold);
    const auto left = label.x - (label.anchor == Label::Anchor::End ? width : label.anchor == Label::Anchor::Middle ? width / 2 : 0);
    const auto classes = label.since > left + 1 ? u" early"_s : QString(); // it announces something later
    m_text += u"<text"_s + field("x"_L1, label.x) + field("y"_L1, label.y) + font + fill(label.ink, classes) + u'>' + markup(label.text)
              + u"</text>\n"_s;
}

void SvgWriter::beginLink(std::uint64_t entry) { m_text += u"<a href=\"#e%1\">\n"_s.arg(entry); }

void SvgWriter::endLink() { m_text += u"</a>\n"_s; }

void SvgWriter::cursor(const QString &classes, double top, double bottom, double width)
{
    m_text += u"<g class=\"cursor %1\" display=\"none\">\n"_s.arg(classes);
    bar({0, top, width, bottom - top, Ink::Base, 0.96});
    line(0, top, 0, bottom, Ink::Accent, 2);
    m_text += u"</g>\n"_s;
}

QString SvgWriter::document(double width, double height, double margin, const QString &title, const QString &description,
                            const QString &style) const
{
    const auto corner = number(-margin);
    const auto w = number(width + 2 * margin);
    const auto h = number(height + 2 * margin);
    auto text = u"<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"%1 %1 %2 %3\" width=\"%2\" height=\"%3\" role=\"img\" "
                "font-family=\"system-ui, 'Inter', 'Noto Sans', 'DejaVu Sans', sans-serif\" font-size=\"11\">\n"_s.arg(corner, w, h);
    text += u"<title>%1</title>\n<desc>%2</desc>\n"_s.arg(markup(title), markup(description));
    if (!style.isEmpty())
        text += u"<style>\n%1</style>\n"_s.arg(style);
    text += u"<rect x=\"%1\" y=\"%1\" width=\"%2\" height=\"%3\"%4/>\n"_s.arg(corner, w, h, fill(Ink::Base));
    if (m_text.contains(u"url(#hatch"_s))
        text += hatches();
    return text + m_text + u"</svg>\n"_s;
}

} // namespace lockscope
